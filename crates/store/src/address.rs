//! Where a store is.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::StoreError;

/// Where a store is: a file, or a database of a PostgreSQL server.
///
/// ```
/// use tengen_store::Address;
/// assert_eq!("games.db".parse::<Address>().unwrap().to_string(), "games.db");
/// let url = "postgres://me:secret@host/tengen".parse::<Address>().unwrap();
/// assert_eq!(url.to_string(), "postgres://me:***@host/tengen");
/// assert!("mysql://host/tengen".parse::<Address>().is_err());
/// assert!("postgres://host/tengen?sslmode=require".parse::<Address>().is_err());
/// ```
#[derive(Clone)]
pub enum Address {
    /// A file of SQLite.
    File(PathBuf),
    /// A database of PostgreSQL.
    Server {
        /// How to get there.
        config: Box<postgres::Config>,
        /// The same as text, without the password.
        shown: String,
    },
}

impl FromStr for Address {
    type Err = StoreError;
    fn from_str(text: &str) -> Result<Self, StoreError> {
        if ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            let shown = without_password(text);
            let config = match text.parse::<postgres::Config>() {
                Ok(config) => config,
                Err(error) => {
                    let reason = format!("{}: {error}", "not an address of PostgreSQL");
                    return Err(StoreError::BadUrl { store: shown, reason });
                }
            };
            if config.get_ssl_mode() == postgres::config::SslMode::Require {
                return Err(StoreError::NoTls(shown));
            }
            if config.get_hosts().is_empty() {
                let reason = "it names no host".to_owned();
                return Err(StoreError::BadUrl { store: shown, reason });
            }
            return Ok(Self::Server { config: Box::new(config), shown });
        }
        let path = text.strip_prefix("sqlite:").unwrap_or(text);
        let path = path.strip_prefix("//").unwrap_or(path);
        // Another scheme would make a strange file.
        if path.is_empty() || path.contains("://") || path.contains('\0') {
            return Err(StoreError::Address(text.to_owned()));
        }
        Ok(Self::File(path.into()))
    }
}

/// Everything but what stands between the user's name and `@`, and in `password=`.
fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let authority = match authority.rsplit_once('@') {
        Some((user, host)) => match user.split_once(':') {
            Some((user, _)) => format!("{user}:***@{host}"),
            None => authority.to_owned(),
        },
        None => authority.to_owned(),
    };
    let path: Vec<String> = path
        .split('&')
        .map(|part| match part.find("password=") {
            Some(at) => format!("{}password=***", &part[..at]),
            None => part.to_owned(),
        })
        .collect();
    format!("{scheme}://{authority}{}", path.join("&"))
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Server { shown, .. } => f.write_str(shown),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}
