import { z } from "zod";

/** Without its trailing slash. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .transform((url) => url.replace(/\/+$/, ""));

/** `parse` returns `undefined` for invalid text. */
export const listOf = <T>(parse: (text: string) => T | undefined, error: string) =>
  z.string().transform((text, context) => {
    const parsed = parse(text);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: "custom", message: error });
    return z.NEVER;
  });

/** `undefined` if one can't be parsed. */
export const listBy =
  <T>(parse: (part: string) => T | undefined) =>
  (text: string): T[] | undefined => {
    const parsed = text.split(",").map((part) => parse(part.trim()));
    return parsed.every((one) => one !== undefined) ? parsed : undefined;
  };
