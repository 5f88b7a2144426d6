import { createHash } from "node:crypto";
import { imageSize } from "image-size";
import type { LogoType } from "#lib/merchants/model/look.ts";
import { invalidField } from "#lib/platform/failures/errors.ts";

export const MAX_LOGO_BYTES = 200_000;
const LOGO_SIDES = { min: 16, max: 2000 } as const;

/**
 * Detects the type from the bytes. Rejects SVG, which can contain scripts.
 * @throws AppError `invalid_request`
 */
export function readLogo(bytes: Uint8Array): { type: LogoType; base64: string; digest: string } {
  if (bytes.length > MAX_LOGO_BYTES) throw invalidField("logo", "logo_too_large");
  const type = typeOf(bytes);
  const size = type && sizeOf(bytes);
  if (!type || !size) throw invalidField("logo", "logo_type");
  const sides = [size.width, size.height];
  if (sides.some((side) => side < LOGO_SIDES.min || side > LOGO_SIDES.max)) {
    throw invalidField("logo", "logo_sides");
  }
  const digest = createHash("sha256").update(bytes).digest("hex");
  return { type, base64: Buffer.from(bytes).toString("base64"), digest };
}

function typeOf(bytes: Uint8Array): LogoType | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "image/webp" : undefined;
}

function sizeOf(bytes: Uint8Array) {
  try {
    return imageSize(bytes);
  } catch {
    return undefined;
  }
}
