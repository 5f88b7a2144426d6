import type { Context, MiddlewareHandler } from "hono";
import { visit } from "jsonc-parser";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { readBody } from "./body.ts";
import type { ApiEnv } from "./context.ts";
import { isExactNumber } from "./exact-number.ts";
import { fieldPath } from "./invalid-input.ts";

const MAX_BODY_BYTES = 64 * 1024;

const MAX_DEPTH = 32;
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*("utf-8"|utf-8)\s*)?$/i;
const PLAIN_INTEGER = /^(0|-?[1-9]\d*)$/;
// The closing quote is optional, or the search would start over at each character of an open string.
const STRING_OR_BRACKET = /"(?:[^"\\]|\\.)*"?|[[\]{}]/gs;
const AMOUNT_NAMES: unknown[] = ["amount", "Amount"];
const NO_PLAIN_INTEGER = "must be written as a plain integer in the minor unit, such as 1250";
const INEXACT = "must not contain a number that loses digits; send it as a string";

export const jsonBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  requireJsonType(c.req.raw.headers);
  const text = await readText(c);
  if (text.trim() === "") throw new AppError("empty_body");
  const value = parseStrictJson(text);
  // The stream is used up; the validators ask for this. As in `override`: a function written into a property would be kept.
  Object.assign(c.req, { json: async () => value });
  await next();
};

/** Also accepts an empty object. */
export const noBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const text = await readText(c);
  if (text.trim() !== "") {
    requireJsonType(c.req.raw.headers);
    const [field] = Object.keys(parseStrictJson(text));
    if (field !== undefined) {
      const fields = [{ path: fieldPath([field]), message: "is not a known field" }];
      throw new AppError("invalid_request", { fields });
    }
  }
  await next();
};

function requireJsonType(headers: Headers): void {
  const isJson = JSON_TYPE.test(headers.get("content-type")?.trim() ?? "");
  const encoding = headers.get("content-encoding") ?? "identity";
  if (!isJson || encoding !== "identity") {
    throw new AppError("unsupported_media_type", { detail: "Send application/json." });
  }
}

async function readText(c: Context<ApiEnv>): Promise<string> {
  const bytes = await readBody(c, MAX_BODY_BYTES);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid_json", { detail: "The body is not UTF-8." });
  }
}

/**
 * Stricter than `JSON.parse`: refuses duplicate keys, deep nesting, an amount that is not a plain integer, and in `metadata`
 * numbers that change when read.
 * @throws AppError `invalid_json`, `invalid_request`
 */
export function parseStrictJson(text: string): object {
  if (depthOf(text) > MAX_DEPTH) {
    throw new AppError("invalid_request", { detail: `Nested deeper than ${MAX_DEPTH} levels.` });
  }
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("invalid_request", { detail: "The body must be a JSON object." });
  }
  refuseAmbiguous(text);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid_json");
  }
}

/** Not recursive: deep input would exhaust the stack. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(STRING_OR_BRACKET)) {
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function refuseAmbiguous(text: string): void {
  const objects: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => {
      objects.push(new Set());
    },
    onObjectEnd: () => {
      objects.pop();
    },
    onObjectProperty: (name, _offset, _length, _line, _column, path) => {
      const names = objects.at(-1);
      if (names?.has(name)) throw wrongField([...path(), name], "appears twice");
      names?.add(name);
    },
    onLiteralValue: (value: unknown, offset, length, _line, _column, path) => {
      if (typeof value !== "number") return;
      const written = text.slice(offset, offset + length);
      if (PLAIN_INTEGER.test(written) && Number.isSafeInteger(value)) return;
      const [name] = path();
      if (name === "metadata" && !isExactNumber(written)) throw wrongField([name], INEXACT);
      if (AMOUNT_NAMES.includes(name) && !PLAIN_INTEGER.test(written)) {
        throw wrongField(path(), NO_PLAIN_INTEGER);
      }
    },
  });
}

function wrongField(path: (string | number)[], message: string): AppError {
  return invalidField(fieldPath(path), message);
}
