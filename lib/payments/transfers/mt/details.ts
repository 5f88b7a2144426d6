/** Of `:86:`. `text`: from payer to payee. `ids`: of the order, first the end-to-end id. */
export type Details = {
  text: string;
  ids: (string | undefined)[];
  isOther: boolean;
  /** Of the other side, as written. */
  account?: { iban: string | undefined; name: string | undefined };
};

// GVC of German banks: returned transfers and debits, and money that the merchant collected.
const NO_TRANSFER = new Set(["159", "171", "174", "181", "184", "192", "196"]);

// Of ?32. A longer name goes on in ?33, where it is cut.
const NAME_LENGTH = 27;

const REMITTANCE = /^(?:2\d|6[0-3])$/;

const KEYWORD = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|PURP|ABWA|ABWE)\+/;

// SEPA in the Netherlands and elsewhere. What stands in /REMI/ behind other words stays a part of it.
const CODE =
  /\/(ACCW|TRTP|TRCD|IBAN|BIC|NAME|EREF|PREF|KREF|MARF|CSID|REMI|CDTRREFTP|CDTRREF|ORDP|BENM|ADDR|PURP|RTRN|CNTP|ISDT|SVCL|INIT|OCMT|CHGS|EXCH|ULTC|ULTB|ULTD|SUBD|ID)\//;

/** Lines may end anywhere, even within a word. */
export function readDetails(lines: string[]): Details {
  const text = lines.join("");
  const [, code, sign] = /^(?:(\d{3})(?=[?<>~|^]\d{2})|(?=\?\d{2}))(.)/.exec(text) ?? [];
  if (sign !== undefined) return readSubfields(text, code ?? "", sign);
  if (/\/(?:EREF|REMI)\//.test(text)) return readCodes(text);
  return { ...readKeywords(text), isOther: false };
}

function readSubfields(text: string, code: string, sign: string): Details {
  const parts = pairs(text.slice(code.length), new RegExp(`\\${sign}(\\d{2})`));
  const remittance = parts.filter(([name]) => REMITTANCE.test(name)).map(([, value]) => value);
  const of = (...wanted: string[]) =>
    parts
      .filter(([name]) => wanted.includes(name))
      .map(([, value]) => value)
      .join("");
  const name = of("32");
  const gap = name.length < NAME_LENGTH ? " " : "";
  const account = { iban: of("31"), name: name + gap + of("33") };
  return { ...readKeywords(remittance.join("")), isOther: NO_TRANSFER.has(code), account };
}

function readKeywords(text: string): Omit<Details, "isOther"> {
  if (!KEYWORD.test(text)) return { text, ids: [] };
  const values = pairs(text, KEYWORD);
  const of = (wanted: string) =>
    values
      .filter(([name]) => name === wanted)
      .map(([, value]) => value)
      .join("");
  return { text: of("") + of("SVWZ"), ids: [of("EREF").trim(), of("KREF").trim()] };
}

function readCodes(text: string): Details {
  const values = pairs(text, CODE);
  const of = (...wanted: string[]) =>
    values
      .filter(([name]) => wanted.includes(name))
      .map(([, value]) => value)
      .join("");
  const [iban, , other] = of("CNTP").split("/");
  // Further ones may be text of the payer.
  const [, name] = values.find(([code]) => code === "NAME") ?? [];
  return {
    text: of("", "REMI", "CDTRREF"),
    ids: ["EREF", "PREF", "KREF"].map((name) => of(name).replaceAll("/", "").trim()),
    isOther: values.some(([name]) => name === "RTRN"),
    account: { iban: of("IBAN") || iban, name: name?.replace(/\/{1,2}$/, "") ?? other },
  };
}

/** Name and value; the text before the first name has none. */
function pairs(text: string, pattern: RegExp): [name: string, value: string][] {
  const [before = "", ...others] = text.split(pattern);
  const named = others.flatMap((each, at): [string, string][] =>
    at % 2 === 0 ? [[each, others[at + 1] ?? ""]] : [],
  );
  return [["", before], ...named];
}
