import type { ShopperMessages } from "./messages/en.ts";

const ACCENTED: Partial<Record<string, string>> = {
  ...pairs("AaBbCcDdEeFfGgHhIiJjKkLlMm", "ÅåƁƀÇçÐđÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁ"),
  ...pairs("NnOoPpQqRrSsTtUuVvWwXxYyZz", "ÑñÖöÞþɊɋŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž"),
};

const GROWTH = 0.4;
const PADDING = ["öñé", "ţŵö", "ţĥŕéé", "ƒöûŕ"];

export function pseudoMessages(messages: ShopperMessages): ShopperMessages {
  return map(messages) as ShopperMessages;
}

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

// Odd depth is syntax: `{count, plural, one {One day} other {# days}}`.
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
