import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { IntlMessageFormat } from "intl-messageformat";
import { messageLeaves as leaves } from "#lib/testing/message-leaves.ts";
import { LANGUAGES, languageOf, type OfferedLocale, PSEUDO_LOCALE } from "./locale.ts";
import { merchant, shopper } from "./messages/en.ts";

type Ast = ReturnType<IntlMessageFormat["getAst"]>;

/** As numbered by intl-messageformat. */
const ARGUMENTS = {
  1: "text",
  2: "number",
  3: "date",
  4: "time",
  5: "select",
  6: "plural",
} as const;

/** The same as in English. */
const SHARED_WORDS: Partial<Record<OfferedLocale, string[]>> = {
  de: ["Code"],
  fr: ["Code", "3 minutes", "1 minute"],
  nl: ["Code"],
  da: ["Reference", "Send link"],
};
const NAMES = ["Bankside", "IBAN", "Test"];

/** Words the language replaces, so that one thing has one name. */
const OTHER_WORDS: Partial<Record<OfferedLocale, RegExp>> = {
  ar: /مصرف|مصارف|[كهت]كم(?=$|[\s.،؛:…])|(?<!ال)المرجع(?=$|\s)/,
  cs: /potvrzení (?!o platbě|ponechat)(?=bez|byl)/,
  de: /Telefon/,
  el: /πρ[οό]γρ[αά]μμα\p{L}* περιήγησης|τηλέφωνο/u,
  es: /\bteléfono|\baplicaci|\bapr(?:o|ue)b/i,
  fr: /\bapprouv|\bapprobation|Code QR/i,
  it: /\b[Aa]pprov|\bSu[ao]\b/,
  nl: /kenmerk/,
  pl: /rachun/,
  pt: /\baplicaç|\bapr(?:ov)/i,
  ro: /Chitanț/i,
  sv: /telefon|betald\b/i,
};

const UNCHANGED_AFTER_NUMBERS = ["hu"];

const english = new Map(leaves(shopper));
const locales = Object.keys(LANGUAGES) as OfferedLocale[];

describe("names in sentences", () => {
  it("need no case in Polish: they follow a noun or a colon, or are the subject", () => {
    const odd = leaves(LANGUAGES.pl.messages).filter(([, message]) =>
      /\b(?:do|od|dla|przez|u|ku|z) \{payee\}/u.test(message),
    );
    assert.deepEqual(odd, []);
  });
});

describe("a question whose buttons name what the shopper did", () => {
  it("has no button with yes or no, which would be ambiguous", () => {
    const odd = locales.filter((locale) =>
      /^\p{L}+[,،] /u.test(LANGUAGES[locale].messages.transfer.notSent.yes),
    );
    assert.deepEqual(odd, []);
  });
});

describe("messages of merchants", () => {
  it("are ICU messages", () => {
    for (const [path, message] of leaves(merchant))
      assert.doesNotThrow(() => parse(message, "en"), path);
  });
});

for (const locale of [...locales, PSEUDO_LOCALE] as const) {
  describe(`messages in ${locale}`, () => {
    const { messages, tag } = languageOf(locale);
    const own = leaves(messages);

    it("have the same keys as English", () => {
      assert.deepEqual(own.map(([path]) => path).toSorted(), [...english.keys()].toSorted());
    });

    it("are not empty, and have no space around them", () => {
      const odd = own.filter(([, message]) => message === "" || message !== message.trim());
      assert.deepEqual(odd, []);
    });

    it("take the same arguments as English", () => {
      for (const [path, message] of own) {
        const expected = argumentsOf(parse(english.get(path) ?? "", "en"));
        assert.deepEqual(argumentsOf(parse(message, tag)), expected, path);
      }
    });

    it("leave the isolation of values to the formatter", () => {
      const isolating = own.filter(([, message]) =>
        /[\u2066-\u2069][{}]|[{}][\u2066-\u2069]/.test(message),
      );
      assert.deepEqual(isolating, []);
    });

    it("use one name for one thing", () => {
      const other = locale === PSEUDO_LOCALE ? undefined : OTHER_WORDS[locale];
      const odd = other ? own.filter(([, message]) => other.test(message)) : [];
      assert.deepEqual(odd, []);
    });

    it("begin a mail's subject with its code, so that a notification shows it", () => {
      assert.match(messages.mail.code.subject, /^\[?\{code\}/);
    });

    it("have the plurals of the language, and no others", () => {
      const { spoken, known } = categoriesOf(tag);
      const needed = UNCHANGED_AFTER_NUMBERS.includes(locale) ? ["other"] : spoken;
      for (const [path, message] of own) {
        for (const options of pluralsOf(parse(message, tag))) {
          const named = options.filter((option) => !option.startsWith("="));
          assert.deepEqual(
            needed.filter((category) => !named.includes(category)),
            [],
            path,
          );
          assert.deepEqual(
            named.filter((option) => !known.includes(option)),
            [],
            path,
          );
        }
      }
    });
  });
}

describe("no message is English", () => {
  for (const locale of locales.filter((other) => other !== "en")) {
    it(`in ${locale}, except for words that are the same in both`, () => {
      const same = leaves(LANGUAGES[locale].messages)
        .filter(([path, message]) => message === english.get(path))
        .filter(([, message]) => ![...NAMES, ...(SHARED_WORDS[locale] ?? [])].includes(message));
      assert.deepEqual(same, []);
    });
  }
});

/** Of whole numbers up to a few hundred. Other categories (millions, fractions) are optional. */
function categoriesOf(tag: string): { spoken: string[]; known: string[] } {
  const rules = new Intl.PluralRules(tag);
  const spoken = new Set(Array.from({ length: 300 }, (_, count) => rules.select(count)));
  return { spoken: [...spoken, "other"], known: rules.resolvedOptions().pluralCategories };
}

function parse(message: string, tag: string): Ast {
  return new IntlMessageFormat(message, tag, undefined, { ignoreTag: true }).getAst();
}

function argumentsOf(ast: Ast): string[] {
  const found = nodesOf(ast).flatMap((node) => {
    const kind = ARGUMENTS[node.type as keyof typeof ARGUMENTS];
    return kind && "value" in node ? [`${node.value} ${kind}`] : [];
  });
  return [...new Set(found)].toSorted();
}

function pluralsOf(ast: Ast): string[][] {
  return nodesOf(ast).flatMap((node) =>
    node.type === 6 && "options" in node ? [Object.keys(node.options)] : [],
  );
}

function nodesOf(ast: Ast): Ast {
  return ast.flatMap((node) => {
    const options = "options" in node ? Object.values(node.options) : [];
    return [node, ...options.flatMap(({ value }) => nodesOf(value))];
  });
}
