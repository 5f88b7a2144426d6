import { z } from "@hono/zod-openapi";
import { API_VERSION } from "#lib/platform/api-version.ts";

export const ANSWER_HEADERS = {
  "X-Request-Id": {
    description:
      "Name of this request in our logs; yours, if you sent one of at most 64 safe characters",
    schema: { type: "string" },
  },
  RateLimit: {
    description:
      "Where a credential was sent: what `r` is left of the tightest limit, and in how many seconds `t` there is more",
    schema: { type: "string" },
    example: '"key-writes";r=188;t=7',
  },
  "RateLimit-Policy": {
    description: "The limits this request counted for: `q` requests in each `w` seconds",
    schema: { type: "string" },
    example: '"key-writes";q=200;w=10',
  },
  "API-Version": {
    description: "Version of this API. Within one, fields, codes and events are only added",
    schema: { type: "string" },
    example: API_VERSION,
  },
  "Cache-Control": { description: "Always `no-store`", schema: { type: "string" } },
} as const;

export function jsonAnswer<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example: z.infer<Schema>,
) {
  return {
    description,
    headers: ANSWER_HEADERS,
    content: { "application/json": { schema, example } },
  };
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .openapi({ description: "Send it as `cursor` to read on; null on the last page" }),
  });
}

export function toPage<Row extends { id: string }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last?.id ?? null };
}
