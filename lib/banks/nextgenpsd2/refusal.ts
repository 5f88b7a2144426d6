import { z } from "zod";

/** The standard's message code and field. Free text is dropped: it may be personal. */
export type Refusal = { code: string; path?: string };

const code = z.string().regex(/^[A-Z][A-Z0-9_]{2,60}$/);
// Field names in any notation, so that no value reaches the log.
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

/** From `tppMessages` (first error, otherwise first warning) or an RFC 7807 problem. */
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
