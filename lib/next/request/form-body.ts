import { AppError } from "#lib/platform/failures/errors.ts";

type Bounds = { bytes: number; parts: number; tooLarge: () => AppError };

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i;

/**
 * Counts the parts first: parsing blocks the event loop in proportion to them.
 * @throws AppError `invalid_request` if the body is not a form or has too many parts, `tooLarge` above `bytes`
 */
export async function readFormBody(request: Request, bounds: Bounds): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  const body = await readBytes(request, bounds);
  const [, quoted, plain = ""] = BOUNDARY.exec(type) ?? [];
  const boundary = `--${quoted ?? plain}`;
  if (!type.startsWith("multipart/form-data") || isMoreThan(bounds.parts, body, boundary)) {
    throw new AppError("invalid_request");
  }
  const form = new Response(body, { headers: { "Content-Type": type } });
  return form.formData().catch((cause) => {
    throw new AppError("invalid_request", { cause });
  });
}

async function readBytes(request: Request, { bytes, tooLarge }: Bounds) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > bytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isMoreThan(most: number, body: Buffer, boundary: string): boolean {
  let found = 0;
  for (let at = body.indexOf(boundary); at !== -1; at = body.indexOf(boundary, at + 1)) {
    found += 1;
    if (found > most + 1) return true;
  }
  return false;
}
