import { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { AppError } from "#lib/errors.ts";
import type { ApiEnv } from "./context.ts";
import { must } from "./invalid-input.ts";

/** Middleware: a parameter given twice means two things to two readers, so it is refused. */
export const singleParameters: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const names = [...new URL(c.req.url).searchParams.keys()];
  // `__proto__` never reaches the schema: the query parser takes it for the prototype of its result.
  const wrong = names.find((name, at) => names.indexOf(name) !== at || name === "__proto__");
  if (wrong !== undefined) {
    throw new AppError("invalid_query", { detail: "A query parameter is there twice or unknown." });
  }
  await next();
};

/** The query of operations that take no parameters. */
export const noQuery = z.strictObject({});

/** The parameters of every list; `idPattern` is the form of its ids, which serve as cursors. */
export function pageQuery(idPattern: RegExp) {
  const error = must("be an integer from 1 to 100");
  return {
    limit: z
      .string()
      .regex(/^([1-9]\d?|100)$/, { error })
      .transform(Number)
      .default(20)
      .openapi({ type: "integer", minimum: 1, maximum: 100, default: 20 }),
    cursor: z
      .string()
      .regex(idPattern, { error: must("be the nextCursor of an earlier answer") })
      .optional()
      .openapi({ description: "`nextCursor` of the page before" }),
  };
}

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 11, 31);

/** A point in time as ISO 8601 with an offset. */
export const timeParameter = z.iso
  .datetime({
    offset: true,
    error: must("be an ISO 8601 time with an offset, such as 2026-11-21T09:30:00Z"),
  })
  .transform((text) => new Date(text))
  // Years that PostgreSQL, JavaScript and ISO 8601 write differently are of no use here.
  .refine((time) => time.getTime() >= EARLIEST && time.getTime() <= LATEST, "must be after 1970")
  .openapi({ type: "string", format: "date-time" });
