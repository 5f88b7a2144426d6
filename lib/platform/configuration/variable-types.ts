import { isIP } from "node:net";
import { z } from "zod";
import { splitHosts } from "./url.ts";

// Paths are appended, and the result is shown to everyone.
const BARE = /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/i;

/** Without its trailing slash. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL", abort: true })
  .regex(BARE, "must be an http or https URL without user name, password, query and fragment")
  .transform((url) => url.replace(/\/+$/, ""));

const oneHost = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" });
export const postgresUrl = z
  .string()
  .refine((text) => splitHosts(text).every((url) => oneHost.safeParse(url).success), {
    error: "must be a postgres:// URL, with a comma between several hosts",
  });

export const flag = z.stringbool({
  truthy: ["true", "1"],
  falsy: ["false", "0"],
  error: "must be true or false",
});

export const listOf = <T>(parse: (text: string) => T | undefined, error: string) =>
  z.string().transform((text, context) => {
    const parsed = parse(text);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: "custom", message: error });
    return z.NEVER;
  });

export const listBy =
  <T>(parse: (part: string) => T | undefined) =>
  (text: string): T[] | undefined => {
    const parsed = text.split(",").map((part) => parse(part.trim()));
    return parsed.every((one) => one !== undefined) ? parsed : undefined;
  };

export const listenHost = z.string().refine((text) => text === "localhost" || isIP(text) !== 0, {
  error: "must be an IP address of this machine to listen on, 0.0.0.0 for all, or localhost",
});

export const path = z.string().min(1);

export function isLoopback(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}
