import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { makeMt } from "#lib/testing/mt.ts";
import { type MadeEntry, makeStatement, structured } from "#lib/testing/statements.ts";
import { readPlain } from "./read.ts";

const REFERENCE = createCreditorReference("602214076000");
const OTHER = createCreditorReference("662607015000");
const IBAN = "NL91ABNA0417164300";

const readAll = (bytes: Uint8Array | string, ibans = [IBAN]) =>
  readPlain({ name: "x", bytes: Buffer.from(bytes), ibans }).map((each) => {
    if ("statement" in each) return each.statement.credits.map(({ reference }) => reference);
    return "problem" in each ? each.problem : "a status report";
  });
const refusal = (bytes: Uint8Array | string, ibans?: string[]) => {
  try {
    readAll(bytes, ibans);
  } catch (error) {
    if (isAppError(error)) return error.fields?.map(({ message }) => message).join();
    throw error;
  }
  return undefined;
};
const make = (...entries: MadeEntry[]) => makeStatement({ entries });
const whole = make({ reference: REFERENCE });
const named = (...details: string[]) =>
  readPlain({ name: "x", bytes: Buffer.from(make({ details })), ibans: [IBAN] }).flatMap((each) =>
    "statement" in each ? each.statement.credits.map((credit) => credit.reference) : [],
  );
const part = (remittance: string, refs = "") =>
  `<TxDtls>${refs && `<Refs>${refs}</Refs>`}<RmtInf>${remittance}</RmtInf></TxDtls>`;

describe("where banks write a reference", () => {
  it("K1: in the ids of the order, after every text", () => {
    const ids = (endToEnd: string, instruction: string) =>
      `<InstrId>${instruction}</InstrId><EndToEndId>${endToEnd}</EndToEndId>`;
    const text = "<Ustrd>OVERBOEKING</Ustrd>";
    assert.deepEqual(named(part(text, ids(REFERENCE, OTHER))), [REFERENCE]);
    assert.deepEqual(named(part(text, ids("NOTPROVIDED", OTHER))), [OTHER]);
    assert.deepEqual(named(part(text, ids(`INV ${REFERENCE}/1`, OTHER))), [REFERENCE]);
    assert.deepEqual(named(`<TxDtls><Refs>${ids(REFERENCE, "1")}</Refs></TxDtls>`), [REFERENCE]);
    assert.deepEqual(named(part(`<Ustrd>${OTHER}</Ustrd>`, ids(REFERENCE, "1"))), [OTHER]);
    // A typing mistake in the text, and the right one beside it.
    const typo = `${REFERENCE.slice(0, -1)}${(Number(REFERENCE.at(-1)) + 1) % 10}`;
    assert.deepEqual(named(part(`<Ustrd>${typo}</Ustrd>`, ids(REFERENCE, "1"))), [REFERENCE]);
    assert.deepEqual(named(part(text, ids(typo, "1"))), [undefined]);
    // Two in the text: an id does not decide.
    const two = `<Ustrd>${REFERENCE} ${OTHER}</Ustrd>`;
    assert.deepEqual(named(part(two, ids(REFERENCE, "1"))), [undefined]);
  });

  it("K2: in additional information, and with text around a structured reference", () => {
    const split = [REFERENCE.slice(0, 9), REFERENCE.slice(9)];
    const additional = split.map((each) => `<AddtlRmtInf>${each}</AddtlRmtInf>`).join("");
    assert.deepEqual(named(part(`<Strd>${additional}</Strd>`)), [REFERENCE]);
    assert.deepEqual(named(structured(`SCOR ${REFERENCE}`)), [REFERENCE]);
    assert.deepEqual(named(structured(`Order 12 ${REFERENCE} thanks`)), [REFERENCE]);
    assert.deepEqual(named(structured(`SCOR ${REFERENCE} ${OTHER}`)), [undefined]);
  });

  it("K3: with characters by number or name within", () => {
    const character = fc.constantFrom(
      "&#13;",
      "&#10;",
      "&#xA;",
      "&#160;",
      "&#xa0;",
      "&#x200B;",
      "&#9;",
    );
    fc.assert(
      fc.property(fc.array(character, { minLength: 1, maxLength: 4 }), fc.nat(15), (found, at) => {
        const text = REFERENCE.slice(0, at) + found.join("") + REFERENCE.slice(at);
        assert.deepEqual(named(part(`<Ustrd>A &amp; B ${text}</Ustrd>`)), [REFERENCE]);
        assert.deepEqual(named(structured(text)), [REFERENCE]);
      }),
    );
    const coded = [...REFERENCE].map((each) => `&#${each.charCodeAt(0)};`).join("");
    assert.deepEqual(named(part(`<Ustrd>${coded}</Ustrd>`)), [REFERENCE]);
    // Decoded once, and never what is no character.
    assert.deepEqual(named(part(`<Ustrd>${coded.replaceAll("&", "&amp;")}</Ustrd>`)), [undefined]);
    assert.deepEqual(named(part(`<Ustrd>&#x110000;&#9999999;&foo; ${REFERENCE}</Ustrd>`)), [
      REFERENCE,
    ]);
  });

  it("K4: filled with zeros", () => {
    const filled = `${REFERENCE.slice(0, 4)}${"0".repeat(9)}${REFERENCE.slice(4)}`;
    assert.deepEqual(named(structured(filled)), [REFERENCE]);
    assert.deepEqual(named(part(`<Ustrd>${filled} x</Ustrd>`)), [REFERENCE]);
  });
});

describe("what banks write around a document", () => {
  it("K5: a namespace of their own, and envelopes", () => {
    const standard = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";
    const austrian = whole.replace(standard, "ISO:camt.053.001.04:APC:STUZZA:payments:004");
    assert.deepEqual(readAll(austrian), [[REFERENCE]]);
    const [, declaration = "", document = ""] = /^(<\?xml.*?\?>)([\s\S]*)$/.exec(whole) ?? [];
    const header = `<h:AppHdr xmlns:h="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><h:MsgDefIdr>camt.053.001.08</h:MsgDefIdr></h:AppHdr>`;
    for (const text of [
      `<BizMsgEnvlp>${header}${document}</BizMsgEnvlp>`,
      `<x:Envelope xmlns:x="urn:x"><x:Body>${header}${document}</x:Body></x:Envelope>`,
      `<RequestPayload>${"<!-- x -->".repeat(400)}${header}${document}</RequestPayload>`,
      `${header}${document}`,
    ]) {
      assert.deepEqual(readAll(declaration + text), [[REFERENCE]], text.slice(0, 30));
    }
    for (const other of ["camt.053.001.14", "camt.056.001.08", "pain.001.001.09"]) {
      assert.equal(refusal(whole.replace("camt.053.001.08", other)), "statement_kind", other);
    }
  });

  it("K6: several documents in one file, each for itself", () => {
    const second = make({ reference: OTHER });
    for (const between of ["\n", "", "\r\n\r\n", "\u0000"]) {
      assert.deepEqual(readAll(whole + between + second), [[REFERENCE], [OTHER]]);
    }
    const bare = (text: string) => text.replace(/<\?xml.*?\?>\s*/, "");
    assert.deepEqual(readAll(`${whole}\n${bare(second)}`), [[REFERENCE], [OTHER]]);
    const wide = Buffer.from(`\uFEFF${whole}\n${second}`, "utf16le");
    assert.deepEqual(readAll(wide), [[REFERENCE], [OTHER]]);
    // One damaged, one of an encoding of its own.
    const latin = Buffer.from(
      second.replace("UTF-8", "ISO-8859-1").replace("S1", "Zürich"),
      "latin1",
    );
    const damaged = whole.replace("</Ntry>", "");
    const all = Buffer.concat([Buffer.from(`${damaged}\n`), latin]);
    assert.deepEqual(readAll(all), ["statement_xml", [OTHER]]);
    assert.equal(refusal(`${whole}\n`.repeat(101)), "statement_too_many");
    // A payer wrote it into a file of another format.
    const swift = makeMt({ entries: [{ details: [`<?xml ${REFERENCE} <Document></Document>`] }] });
    assert.deepEqual(readAll(swift), [[REFERENCE]]);
    assert.deepEqual(readAll(Buffer.from(`\uFEFF${swift}`, "utf16le")), [[REFERENCE]]);
    const parts = make({ details: Array(200).fill(structured(REFERENCE)) });
    assert.equal(refusal(parts.repeat(30)), "statement_too_large");
  });

  it("K7: every label of an encoding, blanks before, and control characters behind", () => {
    const inEncoding = (label: string, encoding: BufferEncoding = "latin1") =>
      Buffer.from(whole.replace("UTF-8", label).replace("S1", "Zürich"), encoding);
    for (const label of ["ISO8859-1", "latin1", "Cp1252", "iso_8859-1", "l1", "windows-1252"]) {
      assert.deepEqual(readAll(inEncoding(label)), [[REFERENCE]], label);
    }
    for (const label of ["UTF8", "utf8", "UTF_8", "utf-16"]) {
      assert.deepEqual(readAll(inEncoding(label, "utf8")), [[REFERENCE]], label);
    }
    for (const label of ["ISO-8859-2", "windows-1250", "windows-1257", "ISO-8859-7", "ibm866"]) {
      assert.deepEqual(readAll(inEncoding(label)), [[REFERENCE]], label);
    }
    for (const label of [
      "UTF-7",
      "EBCDIC-CP-US",
      "cp850",
      "iso-2022-jp",
      "gb18030",
      "hz-gb-2312",
      "x",
    ]) {
      assert.equal(refusal(inEncoding(label)), "statement_encoding_unknown", label);
    }
    assert.equal(refusal(inEncoding("utf-8")), "statement_encoding");
    const greek = Buffer.from(whole.replace("UTF-8", "ISO-8859-7").replace("S1", "\xff"), "latin1");
    assert.equal(refusal(greek), "statement_encoding");
    for (const [before, behind] of [
      ["\n", ""],
      [" \r\n\t", "\n\u0000\u0000"],
      ["\uFEFF\n", "\u001a"],
    ]) {
      assert.deepEqual(readAll(`${before}${whole}${behind}`), [[REFERENCE]]);
    }
    assert.deepEqual(readAll(Buffer.from(whole, "utf16le")), [[REFERENCE]]);
    assert.equal(refusal(" \n\u0000\u001a"), "statement_missing");
  });

  it("is searched for documents in time that grows with its size only", () => {
    const hostile = [
      "\n".repeat(2_000_000),
      `<a>${"</Document> ".repeat(160_000)}`,
      "<?xml ".repeat(300_000),
      `<?xml version="1.0"?>${"<AppHdr>".repeat(200_000)}`,
      `<Document ${'"camt.05'.repeat(200_000)}`,
      `x${"&#1".repeat(600_000)}`,
    ];
    for (const text of hostile) {
      const began = process.cpuUsage().user;
      assert.notEqual(refusal(text), undefined);
      assert.ok(process.cpuUsage().user - began < 500_000, text.slice(0, 12));
    }
  });
});

describe("an account of a document", () => {
  const of = (id: string) => whole.replace(`<IBAN>${IBAN}</IBAN>`, id);

  it("K20: may be a national number of ours, and is refused truly if it is none", () => {
    for (const id of [IBAN, "ABNA0417164300", "0417164300", "417164300"]) {
      assert.deepEqual(readAll(of(`<Othr><Id>${id}</Id></Othr>`)), [[REFERENCE]], id);
    }
    for (const id of ["P-8812345", "7164300", "", "04171643001"]) {
      assert.equal(refusal(of(`<Othr><Id>${id}</Id></Othr>`)), "statement_no_iban", id);
    }
    assert.equal(refusal(of("<IBAN>FR1420041010050500013M02606</IBAN>")), "statement_account");
    assert.equal(refusal(of("<IBAN>NL91ABNA0417164301</IBAN>")), "statement_no_iban");
  });

  it("K21: is read from an account report, which counts booked entries only", () => {
    const entries = [{ reference: REFERENCE }, { reference: OTHER, status: "PDNG" }];
    assert.deepEqual(readAll(makeStatement({ kind: "camt.052", entries })), [[REFERENCE]]);
  });

  it("K24: has amounts in every form of xs:decimal", () => {
    const amountOf = (amount: string) =>
      readPlain({
        name: "x",
        bytes: Buffer.from(make({ reference: REFERENCE, amount })),
        ibans: [IBAN],
      })
        .flatMap((each) => ("statement" in each ? each.statement.credits : []))
        .map((credit) => credit.amount);
    for (const [amount, minor] of [
      [".05", 5],
      ["7.", 700],
      ["+7.5", 750],
      ["007.50", 750],
    ] as const) {
      assert.deepEqual(amountOf(amount), [minor], amount);
    }
    for (const amount of [".", "+", "7.5e1", "-7.50", "7.505"])
      assert.deepEqual(amountOf(amount), []);
  });
});
