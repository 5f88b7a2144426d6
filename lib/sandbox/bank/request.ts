import type { Context } from "hono";
import type { z } from "zod";
import { TppError } from "./tpp-messages.ts";

/** @throws TppError `FORMAT_ERROR` */
export function parseHeaders<T>(context: Context, schema: z.ZodType<T>): T {
  return parse(schema, context.req.header());
}

/** @throws TppError that names the first wrong field */
export async function parseBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new TppError("CONTENT_TYPE_INVALID", "Send application/json", "content-type");
  }
  return parse(schema, await readJson(context));
}

async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new TppError("FORMAT_ERROR", "The body is not valid JSON");
  }
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") || undefined;
  const keys = issue?.code === "unrecognized_keys";
  throw new TppError("FORMAT_ERROR", keys ? "A field is not known" : "A field is not valid", path);
}
