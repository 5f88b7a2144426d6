import type { ShopperMessages } from "./messages/en.ts";

const ACCENTED: Partial<Record<string, string>> = {
  ...pairs("AaBbCcDdEeFfGgHhIiJjKkLlMm", "ÅåƁƀÇçÐđÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁ"),
  ...pairs("NnOoPpQqRrSsTtUuVvWwXxYyZz", "ÑñÖöÞþɊɋŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž"),
};

/** Other languages are longer than English by so much, short words by more. */
const GROWTH = 0.4;
const PADDING = ["öñé", "ţŵö", "ţĥŕéé", "ƒöûŕ"];

/** English made strange: every message in brackets, accented and longer by two fifths, its ICU syntax left alone. */
export function pseudoMessages(messages: ShopperMessages): ShopperMessages {
  return map(messages) as ShopperMessages;
}

/** One message, made strange. */
export function pseudoMessage(message: string): string {
  return `[${accent(message)}${padding(message.length * GROWTH)}]`;
}

function map(node: object): object {
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      typeof value === "string" ? pseudoMessage(value) : map(value),
    ]),
  );
}

// Braces nest text (even depth) and syntax (odd depth): `{count, plural, one {One try} other {# tries}}`.
function accent(message: string): string {
  let depth = 0;
  return message.replace(/[{}A-Za-z]/g, (character) => {
    if (character === "{") depth++;
    else if (character === "}") depth--;
    else if (depth % 2 === 0) return ACCENTED[character] ?? character;
    return character;
  });
}

function padding(length: number): string {
  let words = "";
  for (let at = 0; words.length < length; at++) words += ` ${PADDING[at % PADDING.length]}`;
  return words;
}

function pairs(plain: string, strange: string): Record<string, string> {
  const others = [...strange];
  return Object.fromEntries([...plain].map((letter, at) => [letter, others[at] ?? letter]));
}
