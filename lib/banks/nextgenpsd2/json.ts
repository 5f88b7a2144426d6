import type { z } from "zod";

/** Never the value: it may be personal. */
export type Dropped = { member: string; reason: string };

export type NoteDropped = (dropped: Dropped[]) => void;

/** `null` is absent, in arrays too. `undefined` if this is no JSON. */
export function parseBankJson(text: string): unknown {
  try {
    return JSON.parse(text, readMember);
  } catch {
    return undefined;
  }
}

/** `source`: as the bank wrote it. TypeScript lacks the third parameter. */
function readMember(name: string, value: unknown, ...more: unknown[]): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined);
  if (name === "paymentId" && typeof value === "number") {
    // A double would round a long id, and lose the payment.
    const [{ source = "" }] = more as [{ source?: string }];
    return /^\d+$/.test(source) ? source : value;
  }
  return value === null ? undefined : value;
}

type Read<T> = { data: T; dropped: Dropped[] } | { missing: Dropped };

/** Drops optional members that can't be read from `body`. A list is read whole or not at all. `missing`: a required member is lost. */
export function readMembers<T>(schema: z.ZodType<T>, body: unknown): Read<T> {
  const dropped = new Map<string, Dropped>();
  for (;;) {
    const { data, error } = schema.safeParse(body);
    const issue = error?.issues[0];
    if (!issue) return { data: data as T, dropped: [...dropped.values()] };
    const path = issue.path.map(String);
    const lost = { member: path.join("."), reason: issue.code ?? "invalid" };
    const first = dropped.get(lost.member) ?? lost;
    if (!dropInnermost(body, path)) return { missing: first };
    dropped.set(first.member, first);
  }
}

function dropInnermost(body: unknown, [name, ...below]: string[]): boolean {
  if (typeof body !== "object" || body === null || name === undefined) return false;
  if (!Object.hasOwn(body, name)) return false;
  const members = body as Record<string, unknown>;
  return dropInnermost(members[name], below) || delete members[name];
}
