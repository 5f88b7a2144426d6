import type { z } from "zod";
import {
  AppError,
  ERRORS,
  type ErrorCode,
  type FieldError,
  isAppError,
} from "#lib/platform/failures/errors.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { noteOutage } from "#lib/platform/http/request-scope.ts";
import type { ActionContext } from "./action.ts";

const MAX_BODY_BYTES = 64 * 1024;

export type ProblemWords = (code: ErrorCode, fields: FieldError[]) => object;

type Context = ActionContext & { wordsOf: ProblemWords };

/** A request from another site is `forbidden` and runs nothing. */
export async function runJsonAction<S extends z.ZodType>(
  request: Request,
  schema: S,
  { logger, isOwnOrigin, wordsOf }: Context,
  run: (input: z.output<S>) => Promise<object>,
): Promise<Response> {
  try {
    if (!isOwnOrigin) throw new AppError("forbidden");
    return response(200, await run(await readBody(request, schema)));
  } catch (error) {
    if (isAppError(error))
      return response(ERRORS[error.code].status, wordsOf(error.code, error.fields ?? []));
    logger.error({ err: error }, "a request of a page's script failed");
    const code = isOutage(error) ? "unavailable" : "internal_error";
    if (code === "unavailable") noteOutage();
    return response(ERRORS[code].status, wordsOf(code, []));
  }
}

async function readBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  // A form of another site can't send this type without a CORS preflight.
  const type = request.headers.get("content-type")?.split(";")[0]?.trim();
  if (type !== "application/json") throw new AppError("unsupported_media_type");
  const parsed = schema.safeParse(parseJson(await readText(request)));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => ({
    path: path.join("."),
    message,
  }));
  throw new AppError("invalid_request", { fields });
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BODY_BYTES) throw new AppError("body_too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid_json");
  }
}

function response(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}
