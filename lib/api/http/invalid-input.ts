import type { Hook } from "@hono/zod-openapi";
import type { ZodError, z } from "zod";
import { AppError, type FieldError } from "#lib/platform/failures/errors.ts";
import type { ApiEnv } from "./context.ts";

const MAX_FIELDS = 20;
const MAX_PATH = 100;

export const refuseInvalid: Hook<unknown, ApiEnv, string, undefined> = (result) => {
  if (result.success) return undefined;
  const fields = toFieldErrors(result.error);
  if (result.target === "param") throw new AppError("not_found");
  if (result.target === "query") throw new AppError("invalid_query", { fields });
  if (fields.some(({ path }) => path === "Idempotency-Key")) {
    throw new AppError("invalid_idempotency_key", { fields });
  }
  throw new AppError("invalid_request", { fields });
};

/** @throws AppError `invalid_request` */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new AppError("invalid_request", { fields: toFieldErrors(result.error) });
}

/** One message per path, never with values. */
function toFieldErrors(error: ZodError): FieldError[] {
  const messages = new Map<string, string>();
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        messages.set(fieldPath([...issue.path, key]), "is not a known field");
      }
    } else {
      const path = fieldPath(issue.path);
      if (!messages.has(path)) messages.set(path, issue.message);
    }
    if (messages.size >= MAX_FIELDS) break;
  }
  return [...messages].slice(0, MAX_FIELDS).map(([path, message]) => ({ path, message }));
}

/** Truncated: callers choose the names. */
export function fieldPath(segments: readonly PropertyKey[]): string {
  const path = segments.map(String).join(".").toWellFormed();
  return path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
}

export function must(message: string) {
  return (issue: { input?: unknown }) =>
    issue.input === undefined ? "is required" : `must ${message}`;
}
