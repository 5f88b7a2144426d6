// Next takes a form apart before our code knows who sent it, which for many small parts takes 60 ms per megabyte.
const MAX_BODY_BYTES = 128 * 1024;

// Its route asks who is there before it takes the form apart.
const STATEMENT = "/console/payments/transfers/import";

const LARGER = new Map([
  // A logo of 200 kB.
  ["/console/settings/brand", 256 * 1024],
  // A webhook as it was received.
  ["/console/webhooks/check", 256 * 1024],
  // A bank's file of 2 MiB, and what a browser writes around it.
  [STATEMENT, (2 * 1024 + 64) * 1024],
]);

/** The largest body a path takes, in bytes. */
export function maxBodyBytes(path: string): number {
  return LARGER.get(path) ?? MAX_BODY_BYTES;
}

/** The page, relative to `path`, that shows the error for a form that is too large, if there is one. */
export function tooLargePage(path: string): string | undefined {
  return path === STATEMENT ? "../transfers?problem=statement_too_large" : undefined;
}
