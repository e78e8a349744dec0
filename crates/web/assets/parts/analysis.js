// A search on the server, watched: one at a time; a new one ends the one before.

import { listen, post } from "../server.js";

/** The status of a server that has too much to do. */
const BUSY = 503;

export class Analysis {
  /** `onReport(report)` as it grows, `onEnd(end)`, `onError(error)`, `onQueued(before)`. `keep`: its tree
   * is wanted after its end. */
  constructor({ path = "/api/analyses", keep = false, onReport, onEnd, onError, onQueued } = {}) {
    Object.assign(this, { path, keep, onReport, onEnd, onError, onQueued });
    this.turn = 0;
    this.id = null;
  }

  async start(request) {
    this.stop();
    this.turn += 1;
    const mine = this.turn;
    const current = (handle) => (data) => { if (mine === this.turn) handle?.(data); };
    try {
      const { id } = await post(this.path, request);
      if (mine !== this.turn) return drop(this.path, id);
      this.id = id;
      this.running = true;
      this.close = listen(`${this.path}/${id}/events`, {
        report: current((report) => this.onReport?.(report)),
        queued: current(({ before }) => this.onQueued?.(before)),
        end: current((end) => { this.running = false; this.onEnd?.(end); }),
        gone: current(() => { this.running = false; this.onEnd?.({ reason: "gone" }); }),
      }, { keep: this.keep });
    } catch (error) {
      if (mine !== this.turn) return;
      this.onError?.(error);
      // So many at once are too many for the server: there will be room in a moment.
      if (error.status === BUSY) setTimeout(() => { if (mine === this.turn) this.start(request); }, 1500);
    }
  }

  /** Ends it; the last report is all that stays. */
  stop() {
    this.turn += 1;
    this.close?.();
    this.close = null;
    if (this.id) drop(this.path, this.id);
    this.id = null;
    this.running = false;
  }

  /** Asks it to finish: `onEnd` will be told, and its tree can still be looked at. */
  finish() {
    if (this.id && this.running) post(`${this.path}/${this.id}/stop`).catch(() => {});
  }
}

/** Nobody here wants it any more: its place is free for others. */
function drop(path, id) {
  post(`${path}/${id}/stop`, { drop: true }).catch(() => {});
}

/** A short search to its end: the last report, or null if it was given up. */
export function analyseOnce(request, signal) {
  return new Promise((resolve, reject) => {
    const analysis = new Analysis({ onEnd: (end) => { analysis.stop(); resolve(end.report ?? last); }, onError: (error) => { if (error.status !== BUSY) reject(error); }, onReport: (report) => { last = report; } });
    let last = null;
    signal?.addEventListener("abort", () => { analysis.stop(); resolve(null); });
    analysis.start(request);
  });
}
