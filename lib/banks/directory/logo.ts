import { createHash } from "node:crypto";

export type BankLogo = { type: "image/png" | "image/svg+xml"; bytes: Buffer; digest: string };

const MAX_LOGO_BYTES = 50_000;

export const isDataUrl = (logo: string): boolean => logo.startsWith("data:");

export function readDataUrl(url: string): Buffer {
  const [, base64] = /^data:image\/(?:png|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
  if (base64 === undefined) {
    throw new Error("logo: must be a file, or a data URL of a PNG or SVG in base64");
  }
  return Buffer.from(base64, "base64");
}

export function checkLogo(bytes: Buffer): BankLogo {
  if (bytes.length > MAX_LOGO_BYTES) throw new Error("logo: must have at most 50 kB");
  const type = typeOf(bytes);
  if (!type) throw new Error("logo: must be a PNG or SVG");
  return { type, bytes, digest: createHash("sha256").update(bytes).digest("hex") };
}

// An SVG runs no scripts as an image.
function typeOf(bytes: Buffer): BankLogo["type"] | undefined {
  if (bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n") return "image/png";
  const start = bytes.subarray(0, 1000).toString("utf8");
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(start)
    ? "image/svg+xml"
    : undefined;
}
