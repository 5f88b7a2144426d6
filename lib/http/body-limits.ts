// Next takes a form apart before our code knows who sent it, which for many small parts takes 60 ms per megabyte.
const MAX_BODY_BYTES = 128 * 1024;

const LARGER = new Map([
  // A logo of 200 kB.
  ["/console/settings/brand", 256 * 1024],
  // A webhook as it was received.
  ["/console/webhooks/check", 256 * 1024],
  // A bank's file. Its route asks who is there before it reads any of it.
  ["/console/payments/transfers/import", 1024 * 1024],
]);

/** The largest body a path takes, in bytes. */
export function maxBodyBytes(path: string): number {
  return LARGER.get(path) ?? MAX_BODY_BYTES;
}
