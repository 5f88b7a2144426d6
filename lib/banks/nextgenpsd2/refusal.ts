import { z } from "zod";

/** Why a bank refused: the standard's message code, and the field it names, if any. Free text is left behind: it may be personal. */
export type Refusal = { code: string; path?: string };

const code = z.string().regex(/^[A-Z][A-Z0-9_]{2,60}$/);
// Names of fields, in whatever notation; a value never gets into a log by this way.
const path = z
  .string()
  .regex(/^[A-Za-z_$/][\w.[\]$/-]{0,99}$/)
  .optional()
  .catch(undefined);
const tppMessage = z.object({ category: z.enum(["ERROR", "WARNING"]).optional(), code, path });
const tppMessages = z.object({ tppMessages: z.array(z.unknown()).min(1).max(100) });
const problem = z.object({
  type: z.string(),
  code: code.optional(),
  additionalErrors: z.array(z.unknown()).max(100).optional(),
});
const additionalError = z.object({ code });

/**
 * Reads a refusal in either form of the standard: its own `tppMessages`, of which the first error counts and a warning
 * only where there is none, or a problem of RFC 7807 with `code` or `additionalErrors`. `undefined` for anything else.
 */
export function readRefusal(body: unknown): Refusal | undefined {
  return fromMessages(body) ?? fromProblem(body);
}

function fromMessages(body: unknown): Refusal | undefined {
  const parsed = tppMessages.safeParse(body);
  if (!parsed.success) return undefined;
  const messages = parsed.data.tppMessages.flatMap((message) => {
    const known = tppMessage.safeParse(message);
    return known.success ? [known.data] : [];
  });
  const first = messages.find(({ category }) => category !== "WARNING") ?? messages[0];
  return first && { code: first.code, ...(first.path !== undefined && { path: first.path }) };
}

function fromProblem(body: unknown): Refusal | undefined {
  const parsed = problem.safeParse(body);
  if (!parsed.success) return undefined;
  if (parsed.data.code !== undefined) return { code: parsed.data.code };
  for (const error of parsed.data.additionalErrors ?? []) {
    const known = additionalError.safeParse(error);
    if (known.success) return known.data;
  }
  return undefined;
}
