import {
  findLikeOwn,
  ownReferencesIn,
  parseOwnReference,
} from "#lib/platform/values/creditor-reference.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { Credit } from "./statement.ts";

const MAX_LENGTH = 35;

// Banks' placeholders for an empty value.
const NOTHING = /^(?:NOTPROVIDED|NONREF|NOREF|N\/A|-+)$/i;

/** In the order of precedence. `ids`: what the payer's bank or app passed on as ids of the order. */
export type Places = { structured: string[]; text: string; ids: (string | undefined)[] };

export type Named = Pick<Credit, "reference" | "written">;

/** References of another form are ignored. Two valid ones in one place leave it open which is meant. */
export function findNamed({ structured, text, ids }: Places): Named {
  const whole = new Map(
    structured.flatMap((each) => {
      const reference = parseOwnReference(each);
      return reference === undefined ? [] : [[reference, each] as const];
    }),
  );
  const [first, ...others] = whole;
  if (first && others.length === 0) {
    const [reference, written] = first;
    return { reference, written: printable(written) ?? reference };
  }
  // The sign keeps the digits of one apart from the other's.
  const all = [...structured, text].join("|");
  const inText = first ? [...whole.keys()] : ownReferencesIn(all);
  const found = inText.length > 0 ? inText : (ids.map(ownOf).find((each) => each.length > 0) ?? []);
  const [reference] = found;
  if (reference !== undefined && found.length === 1) return { reference, written: reference };
  const doubtful = reference ?? findLikeOwn(all);
  return { reference: undefined, written: doubtful === undefined ? null : printable(doubtful) };
}

function ownOf(id: string | undefined): string[] {
  return id === undefined ? [] : ownReferencesIn(id);
}

export function withoutPlaceholder(text: string | undefined): string | undefined {
  return text === undefined || text === "" || NOTHING.test(text) ? undefined : text;
}

export function printable(text: string): string | null {
  return isPrintable(text, MAX_LENGTH) ? text : null;
}
