import { emailMacsOf } from "#lib/payments/payers/sent-codes.ts";
import { emailHashesOf } from "#lib/payments/transactions/creation/draft.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { parseEmail } from "#lib/platform/values/email.ts";
import { nextDay, startOfDay } from "#lib/platform/values/local-day.ts";
import { readTypedAmounts, type TypedAmount } from "./typed-amount.ts";
import { readTypedDay } from "./typed-day.ts";

/** A payment is found if one meaning fits. */
export type Search = {
  /** An id, a creditor reference, or the start of an `externalId`. */
  text: string;
  amounts: TypedAmount[];
  /** `before` is exclusive. */
  day: { from: Date; before: Date } | undefined;
  email: { hashes: string[]; codeMacs: string[] } | undefined;
};

type Typed = { text: string; zone: string };

export function readSearch({ text, zone }: Typed, now: Date, seal: Pick<Seal, "macs">): Search {
  const day = readTypedDay(text, now, zone);
  const email = parseEmail(text);
  return {
    text,
    amounts: readTypedAmounts(text),
    day:
      day === undefined
        ? undefined
        : { from: startOfDay(day, zone), before: startOfDay(nextDay(day), zone) },
    email:
      email === undefined
        ? undefined
        : { hashes: emailHashesOf(email, seal), codeMacs: emailMacsOf(seal, email) },
  };
}
