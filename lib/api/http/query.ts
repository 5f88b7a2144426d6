import { z } from "@hono/zod-openapi";
import { must } from "./invalid-input.ts";

export const noQuery = z.strictObject({});

export function pageQuery(idPattern: RegExp) {
  const error = must("be an integer from 1 to 100");
  return {
    limit: z
      .string()
      .regex(/^([1-9]\d?|100)$/, { error })
      .transform(Number)
      .default(20)
      .openapi({
        type: "integer",
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "How many to return",
      }),
    cursor: z
      .string()
      .regex(idPattern, { error: must("be the nextCursor of an earlier response") })
      .optional()
      .openapi({ description: "`nextCursor` of the previous page" }),
  };
}

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 11, 31);

// `format` alone also allows lower case and leap seconds.
export const TIME_PATTERN =
  "^(19[7-9][0-9]|[2-9][0-9]{3})-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$";

/** ISO 8601 with an offset. */
export const timeParameter = z.iso
  .datetime({
    offset: true,
    error: must("be an ISO 8601 time with an offset, such as 2026-11-21T09:30:00Z"),
  })
  .transform((text) => new Date(text))
  // PostgreSQL, JavaScript and ISO 8601 write other years differently.
  .refine((time) => time.getTime() >= EARLIEST && time.getTime() <= LATEST, "must be after 1970")
  .openapi({ type: "string", format: "date-time", pattern: TIME_PATTERN });
