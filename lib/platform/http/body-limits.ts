// Next parses forms before our code authenticates: 60 ms per megabyte of small parts.
const MAX_BODY_BYTES = 128 * 1024;

// Its route authenticates before it parses the form.
const STATEMENT = "/console/payments/transfers/import";

const LARGER = new Map([
  // A logo of 200 kB.
  ["/console/settings/brand", 256 * 1024],
  // A webhook as received.
  ["/console/webhooks/check", 256 * 1024],
  // A bank's file of 2 MiB, plus the browser's form encoding.
  [STATEMENT, (2 * 1024 + 64) * 1024],
]);

export function maxBodyBytes(path: string): number {
  return LARGER.get(path) ?? MAX_BODY_BYTES;
}

/** The error page for a form that is too large, relative to `path`. */
export function tooLargePage(path: string): string | undefined {
  return path === STATEMENT ? "../transfers?problem=statement_too_large" : undefined;
}
