//! JSON bodies, and what is told when they are none.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use tokio::time;

use crate::limits;
use crate::refusal::Refusal;

/// A body in JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let read = time::timeout(limits::BODY_TIME, Bytes::from_request(request, state)).await;
        let read = read.map_err(|_| Refusal::bad("the body did not come"))?;
        let bytes = read.map_err(|error: BytesRejection| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Refusal::too_long(format!("the body is too long: at most {} bytes", limits::BODY))
            }
            _ => Refusal::bad("the body could not be read"),
        })?;
        // An action without anything to say may be empty.
        let bytes = if bytes.is_empty() { Bytes::from_static(b"{}") } else { bytes };
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| Refusal::bad(format!("the body cannot be read: {error}")))
    }
}
