import { toSepaText } from "#lib/platform/values/sepa-text.ts";

const LONGEST = 140;
const TITLE = /^(?:MR|MRS|MS|HERR|FRAU|DR|PROF|M|MME|SR|SRA|DHR|MEVR)$/;

/** Banks write names in capitals, in any order, without marks, with titles and with or without middle names. */
export function isSameName(one: string, other: string): boolean {
  return formsOf(one).some((words) =>
    formsOf(other).some((others) => isWithin(words, others) || isWithin(others, words)),
  );
}

function isWithin(words: Set<string>, others: Set<string>): boolean {
  const isEnough = words.size > 1 || (words.size === 1 && others.size === 1);
  return isEnough && [...words].every((word) => others.has(word));
}

/** As a bank may write it: "Müller" as "MUELLER" or "MULLER". */
function formsOf(name: string): Set<string>[] {
  return [name, name.normalize("NFKD").replace(/\p{M}/gu, "")].map((each) => {
    const words =
      toSepaText(each, LONGEST)
        .toUpperCase()
        .match(/[A-Z0-9]+/g) ?? [];
    return new Set(words.filter((word) => word.length > 1 && !TITLE.test(word)));
  });
}
