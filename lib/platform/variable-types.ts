import { isIP } from "node:net";
import { z } from "zod";

export const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .transform((url) => url.replace(/\/+$/, ""));
export const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must be a postgres:// URL",
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

export const listenHost = z.string().refine((text) => text === "localhost" || isIP(text) !== 0, {
  error: "must be an IP address of this machine to listen on, 0.0.0.0 for all, or localhost",
});

export const path = z.string().min(1);

export function isLoopback(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}
