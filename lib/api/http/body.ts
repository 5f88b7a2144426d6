import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { ApiEnv } from "./context.ts";

/** @throws AppError `body_too_large`, `invalid_json` for one that breaks off */
export async function readBody({ req, env }: Context<ApiEnv>, max: number): Promise<Uint8Array> {
  if (Number(req.raw.headers.get("content-length")) > max) throw new AppError("body_too_large");
  // A web stream around Node's costs more than all else here.
  return env?.incoming ? readIncoming(env.incoming, max) : readBytes(req.raw, max);
}

function readIncoming(incoming: IncomingMessage, max: number): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const add = (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (size <= max) return chunks.push(chunk);
    stop();
    return reject(new AppError("body_too_large"));
  };
  const end = () => {
    stop();
    resolve(Buffer.concat(chunks));
  };
  const fail = () => {
    stop();
    reject(incomplete());
  };
  // At once: a promise would come after `close`.
  const stop = () => void incoming.off("data", add).off("end", end).off("close", fail);
  incoming.on("data", add).on("end", end).on("close", fail).once("error", fail);
  if (incoming.destroyed) fail();
  return promise;
}

function incomplete(): AppError {
  return new AppError("invalid_json", { detail: "The body is incomplete." });
}

async function readBytes(request: Request, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw incomplete();
    });
    if (done) break;
    size += value.byteLength;
    if (size > max) {
      // Not awaited: the source may never finish cancelling.
      reader.cancel().catch(() => {});
      throw new AppError("body_too_large");
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}
