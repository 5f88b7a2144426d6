import { z } from "zod";
import { type Dropped, type NoteDropped, readMembers } from "./json.ts";

/** Free text is dropped: it may be personal. */
export type Refusal = { code?: string; path?: string };

// Small letters only in words joined by underscores, so that no name is taken for a code.
const standardCode = z
  .string()
  .regex(/^(?:[A-Z][A-Z0-9_]{2,60}|[A-Za-z]{1,30}(?:_[A-Za-z0-9]{1,30}){1,6})$/)
  .transform((code): Refusal => ({ code: code.toUpperCase() }));
// Some banks repeat the HTTP status. Their failures, limits and our rights refuse no order.
const NO_REFUSAL = /^(?:5\d\d|40[138]|429)$/;
const number = z
  .union([z.string(), z.number()])
  .refine((code) => /^\d{1,10}$/.test(String(code)) && !NO_REFUSAL.test(String(code)))
  .transform((): Refusal => ({}));
const code = z.union([standardCode, number]);
// Field names in any notation, so that no value reaches the log.
const path = z.string().regex(/^[A-Za-z_$/][\w.[\]$/-]{0,99}$/);
const tppMessage = z.object({
  category: z.enum(["ERROR", "WARNING"]).optional(),
  code,
  path: path.optional(),
});
// Some banks send one message instead of a list.
const tppMessages = z.object({
  tppMessages: z
    .union([
      z.array(z.unknown()).min(1),
      z.record(z.string(), z.unknown()).transform((one) => [one]),
    ])
    .pipe(z.array(z.unknown()).max(100)),
});
const problem = z.object({
  type: z.string(),
  code: code.optional(),
  additionalErrors: z.array(z.unknown()).max(100).optional(),
});
const additionalError = z.object({ code });

/** From `tppMessages` (first error, else first warning) or an RFC 7807 problem. */
export function readRefusal(body: unknown, noteDropped: NoteDropped): Refusal | undefined {
  const dropped: Dropped[] = [];
  const refusal = fromMessages(body, dropped) ?? fromProblem(body, dropped);
  noteDropped(dropped);
  return refusal;
}

function fromMessages(body: unknown, dropped: Dropped[]): Refusal | undefined {
  const parsed = tppMessages.safeParse(body);
  if (!parsed.success) return undefined;
  const messages = readEach(parsed.data.tppMessages, tppMessage, "tppMessages", dropped);
  const errors = messages.filter(({ category }) => category !== "WARNING");
  return firstOf(
    (errors.length > 0 ? errors : messages).map(({ code, path }) => ({
      ...code,
      ...(path !== undefined && { path }),
    })),
  );
}

function fromProblem(body: unknown, dropped: Dropped[]): Refusal | undefined {
  const read = readMembers(problem, body);
  if ("missing" in read) return undefined;
  dropped.push(...read.dropped);
  const { code, additionalErrors = [] } = read.data;
  const more = readEach(additionalErrors, additionalError, "additionalErrors", dropped);
  return firstOf([...(code ? [code] : []), ...more.map((error) => error.code)]);
}

/** A number says less than a code. */
function firstOf(refusals: Refusal[]): Refusal | undefined {
  return refusals.find(({ code }) => code !== undefined) ?? refusals[0];
}

function readEach<T>(
  items: unknown[],
  schema: z.ZodType<T>,
  list: string,
  dropped: Dropped[],
): T[] {
  return items.flatMap((item) => {
    const read = readMembers(schema, item);
    const lost = "missing" in read ? [read.missing] : read.dropped;
    for (const { member, reason } of lost) {
      dropped.push({ member: member === "" ? list : `${list}.${member}`, reason });
    }
    return "missing" in read ? [] : [read.data];
  });
}
