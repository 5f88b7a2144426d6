import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MAX_STATEMENT_BYTES } from "#lib/payments/transfers/statement/statement.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import {
  type MadeEntry,
  makeStatement,
  structured,
  transactionCode,
  unstructured,
} from "#lib/testing/statements.ts";
import { readPlain } from "./read.ts";

const REFERENCE = "RF18539007547034";
const OTHER = createCreditorReference("100000000001");
const IBAN = "NL91ABNA0417164300";
const OTHER_IBAN = "DE89370400440532013000";

const read = (text: string | Uint8Array, ibans = [IBAN, OTHER_IBAN]) => {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  const [only, ...others] = readPlain({ name: "day.xml", bytes, ibans });
  assert.ok(only && "statement" in only && others.length === 0);
  return only.statement;
};
const creditsOf = (...entries: MadeEntry[]) => read(makeStatement({ entries })).credits;
const refusal = (text: string | Uint8Array, ibans?: string[]) => {
  try {
    read(text, ibans);
  } catch (error) {
    if (isAppError(error) && error.code === "invalid_request") return error.fields?.[0]?.message;
    throw error;
  }
  return undefined;
};

describe("a bank's file", () => {
  for (const kind of ["camt.052", "camt.053", "camt.054"] as const) {
    for (let number = 2; number <= 13; number++) {
      const version = String(number).padStart(2, "0");
      it(`is read in version ${kind}.001.${version}`, () => {
        const text = makeStatement({
          kind,
          version,
          entries: [{ reference: REFERENCE, bankRef: "B1" }],
        });
        const { credits, ibans, kind: seen } = read(text);
        assert.deepEqual([seen, ibans], [kind, [IBAN]]);
        assert.deepEqual(
          credits.map(({ key, ...credit }) => [key.slice(0, 4), credit]),
          [
            [
              "ref:",
              {
                iban: IBAN,
                amount: 1250,
                currency: "EUR",
                bookedOn: "2026-11-19",
                reference: REFERENCE,
                written: REFERENCE,
                endToEndId: null,
                payer: {},
              },
            ],
          ],
        );
      });
    }
  }

  it("is read with any namespace prefix", () => {
    const text = makeStatement({ entries: [{ reference: REFERENCE }] })
      .replace("xmlns=", "xmlns:ns2=")
      .replaceAll(/<(\/?)([A-Z])/g, "<$1ns2:$2");
    assert.match(text, /<ns2:Document xmlns:ns2=/);
    assert.deepEqual(
      read(text).credits.map(({ reference }) => reference),
      [REFERENCE],
    );
  });

  it("is read in its declared encoding only", () => {
    const text = makeStatement({ entries: [{ details: [unstructured("Bücher", REFERENCE)] }] });
    const latin = text.replace("UTF-8", "ISO-8859-1");
    assert.equal(read(Buffer.from(latin, "latin1")).credits[0]?.reference, REFERENCE);
    assert.equal(read(Buffer.from(`\uFEFF${text}`)).credits.length, 1);
    assert.equal(read(Buffer.from(`\uFEFF${text}`, "utf16le")).credits.length, 1);
    assert.equal(refusal(Buffer.from(text, "latin1")), "statement_encoding");
    assert.equal(refusal(text.replace("UTF-8", "UTF-7")), "statement_encoding_unknown");
  });

  it("is refused with a document type, before anything is expanded", () => {
    const text = makeStatement({ entries: [] });
    const levels = Array.from(
      { length: 10 },
      (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
    );
    const laughs = `<!DOCTYPE Document [<!ENTITY l0 "ha">${levels.join("")}]>`;
    const outside = `<!doctype Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    for (const type of [laughs, outside]) {
      const hostile = text.replace("<Document", `${type}<Document`).replace("M1", "&l10;&x;");
      assert.equal(refusal(hostile), "statement_doctype");
    }
  });

  it("is refused if invalid, too large, too deep, or of another kind", () => {
    assert.equal(refusal(""), "statement_missing");
    assert.equal(refusal("Buchungstag;Betrag\n2026-11-19;12,50"), "statement_kind");
    assert.equal(refusal(new Uint8Array(MAX_STATEMENT_BYTES + 1)), "statement_too_large");
    const text = makeStatement({ entries: [{ reference: REFERENCE }] });
    assert.equal(refusal(text.replace("camt.053.001.08", "camt.052.001.08")), "statement_kind");
    assert.equal(refusal(text.replace("camt.053.001.08", "camt.055.001.08")), "statement_kind");
    assert.equal(refusal(text.replace("camt.053.001.08", "camt.053.001.14")), "statement_kind");
    assert.equal(refusal(text.replace("camt.053", "camt.054")), "statement_kind");
    assert.equal(refusal(text.replace("</Ntry>", "")), "statement_xml");
    const deep = `${"<a>".repeat(60)}${"</a>".repeat(60)}`;
    assert.equal(refusal(text.replace("<Id>S1</Id>", deep)), "statement_xml");
  });

  it("of the largest size is read within a second, and a larger one is refused", () => {
    const make = (count: number) =>
      makeStatement({
        entries: Array.from({ length: count }, (_, at) => ({
          reference: REFERENCE,
          bankRef: `B${at}`,
        })),
      });
    // Processor time, which other work on the machine does not lengthen.
    const cpuMs = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
    const start = cpuMs();
    assert.equal(read(make(1400)).credits.length, 1400);
    assert.ok(cpuMs() - start < 2000);
    const one = makeStatement({ entries: [] });
    const attributes = Array.from({ length: 30_000 }, (_, at) => `a${at}="1"`).join(" ");
    for (const huge of [make(1800), one.replace("<Id>S1", `<Id ${attributes}>S1`)]) {
      const began = cpuMs();
      assert.equal(refusal(huge), "statement_too_large");
      assert.ok(cpuMs() - began < 500, "before it is parsed");
    }
    const words = one.replace("</Stmt>", `<Ntry ${"a ".repeat(900_000)}`);
    const text = one.replace("<Id>S1", `<Id>${"x".repeat(20_000)}`);
    for (const heavy of [words, text]) {
      const began = cpuMs();
      assert.equal(refusal(heavy), "statement_too_heavy");
      assert.ok(cpuMs() - began < 500, "before it is parsed");
    }
    assert.equal(read(one.replace("<Id>S1", `<Id>${"x".repeat(16_000)}`)).credits.length, 0);
    const unclosed = `<?xml version="1.0"?>${"<Document ".repeat(100_000)}`;
    assert.equal(refusal(unclosed), "statement_kind");
  });

  it("can cover several accounts, of which only ours are read", () => {
    const one = makeStatement({ entries: [{ reference: REFERENCE }] });
    const other = makeStatement({ iban: OTHER_IBAN, entries: [{ reference: OTHER }] });
    const part = /<Stmt>[\s\S]*<\/Stmt>/.exec(other)?.[0] ?? "";
    const both = one.replace("</Stmt>", `</Stmt>${part}`);
    const ibansIn = (own: string[]) => {
      const { ibans, credits } = read(both, own);
      assert.deepEqual(
        credits.map(({ iban }) => iban),
        ibans,
      );
      return ibans;
    };
    assert.deepEqual(ibansIn([IBAN, OTHER_IBAN]), [IBAN, OTHER_IBAN]);
    assert.deepEqual(ibansIn([OTHER_IBAN]), [OTHER_IBAN]);
    assert.equal(refusal(both, []), "statement_account");
  });
});

describe("an entry of a bank's file", () => {
  it("counts only as a booked credit that is no reversal and no return", () => {
    const returned = structured(REFERENCE, "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>");
    const none: MadeEntry[] = [
      { reference: REFERENCE, direction: "DBIT" },
      { reference: REFERENCE, status: "PDNG" },
      { reference: REFERENCE, status: "INFO" },
      { reference: REFERENCE, isReversal: true },
      { details: [returned] },
      { details: [structured(REFERENCE, "<CdtDbtInd>DBIT</CdtDbtInd>")] },
    ];
    for (const each of none) assert.deepEqual(creditsOf(each), [], JSON.stringify(each));
    assert.equal(creditsOf({ reference: REFERENCE, isReversal: false }).length, 1);
  });

  const RETURN = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";
  const codedAs = (family: string, subFamily: string, domain = "PMNT") => {
    const more = transactionCode(family, subFamily, domain);
    return {
      ofEntry: creditsOf({ reference: REFERENCE, more }).length,
      ofPart: creditsOf({ details: [structured(REFERENCE, more)] }).length,
    };
  };

  for (const [family, kind] of [
    ["ICDT", "RRTN"],
    ["RCDT", "RRTN"],
    ["RRCT", "RRTN"],
    ["RCDT", "XRTN"],
    ["RCDT", "RPCR"],
    ["RCDT", "ARET"],
    ["RCDT", "AREV"],
    ["ICDT", "ESCT"],
    ["IRCT", "ESCT"],
    ["IDDT", "ESDD"],
    ["IDDT", "UPDD"],
    ["RDDT", "PRDD"],
  ] as const) {
    it(`does not count with a code that is no transfer: ${family} ${kind}`, () => {
      assert.deepEqual(codedAs(family, kind), { ofEntry: 0, ofPart: 0 });
    });
  }

  it("counts with every code of a received transfer, and without one", () => {
    for (const family of ["RCDT", "RRCT", "NTAV", "OTHR", "MCOP", "CNTR"]) {
      for (const kind of ["ESCT", "DMCT", "XBCT", "BOOK", "VCOM", "STDO", "SALA", "AUTT", "NTAV"]) {
        assert.deepEqual(codedAs(family, kind), { ofEntry: 1, ofPart: 1 }, `${family} ${kind}`);
      }
    }
    assert.deepEqual(codedAs("ICDT", "RRTN", "CAMT"), { ofEntry: 1, ofPart: 1 }, "another domain");
    const own = "<BkTxCd><Prtry><Cd>RRTN</Cd></Prtry></BkTxCd>";
    assert.equal(creditsOf({ reference: REFERENCE, more: own }).length, 1);
  });

  it("does not count if it is marked as a return beside its details", () => {
    assert.deepEqual(creditsOf({ reference: REFERENCE, more: RETURN }), []);
    assert.deepEqual(creditsOf({ details: [RETURN, structured(REFERENCE)] }), []);
  });

  it("counts in a batch, except the part that is a return", () => {
    const parts = [
      structured(REFERENCE, `<Amt Ccy="EUR">5.00</Amt>${transactionCode("ICDT", "RRTN")}`),
      structured(OTHER, `<Amt Ccy="EUR">7.50</Amt>${transactionCode("RCDT", "ESCT")}`),
    ];
    const more = transactionCode("RCDT", "ESCT");
    assert.deepEqual(
      creditsOf({ details: parts, more }).map(({ reference }) => reference),
      [OTHER],
    );
  });

  it("has an exact amount or none", () => {
    const amounts = {
      "0.1": 10,
      "12.5": 1250,
      "12": 1200,
      "12.500": 1250,
      "90071992547.41": 9007199254741,
    };
    for (const [amount, minor] of Object.entries(amounts))
      assert.equal(creditsOf({ amount })[0]?.amount, minor, amount);
    for (const amount of [
      "-12.50",
      "12,50",
      "1e3",
      "12.505",
      "0.00",
      "0",
      "",
      "NaN",
      "9".repeat(18),
    ])
      assert.deepEqual(creditsOf({ amount }), [], amount);
    assert.equal(creditsOf({ amount: "1250", currency: "JPY" })[0]?.amount, 1250);
    assert.deepEqual(creditsOf({ currency: "XXX" }), []);
  });

  it("has a reference in its structure or its text", () => {
    const named = (...details: string[]) =>
      creditsOf({ details }).map(({ reference, written }) => [reference, written]);
    assert.deepEqual(named(structured("rf18 5390 0754 7034")), [
      [REFERENCE, "rf18 5390 0754 7034"],
    ]);
    assert.deepEqual(named(unstructured("EREF+77 SVWZ+RF18 5390", " 0754 7034 thanks")), [
      [REFERENCE, REFERENCE],
    ]);
    assert.deepEqual(named(unstructured("order 12")), [[undefined, null]]);
    assert.deepEqual(named(unstructured("RF18 5390 0754 7035")), [[undefined, "RF18539007547035"]]);
    assert.deepEqual(named(unstructured(`${REFERENCE} and ${OTHER}`)), [[undefined, REFERENCE]]);
    assert.deepEqual(named(structured("2024-118")), [[undefined, null]]);
    const both = `<TxDtls><RmtInf><Ustrd>${OTHER}</Ustrd><Strd><CdtrRefInf><Ref>${REFERENCE}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
    assert.deepEqual(named(both), [[REFERENCE, REFERENCE]]);
  });

  it("has the end-to-end id of its order, unless the bank left it out", () => {
    const idsOf = (id: string) =>
      creditsOf({
        details: [structured(REFERENCE, `<Refs><EndToEndId>${id}</EndToEndId></Refs>`)],
      }).map(({ endToEndId }) => endToEndId);
    assert.deepEqual(idsOf("BS12345"), ["BS12345"]);
    assert.deepEqual(idsOf("NOTPROVIDED"), [null]);
    assert.deepEqual(creditsOf({ reference: REFERENCE })[0]?.endToEndId, null);
  });

  it("may be a batch, whose parts have their own amounts", () => {
    const part = (amount: string, reference: string) =>
      structured(
        reference,
        `<Refs><AcctSvcrRef>P${amount}</AcctSvcrRef></Refs><Amt Ccy="EUR">${amount}</Amt>`,
      );
    const old = (amount: string, reference: string) =>
      structured(reference, `<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>`);
    const parts = [part("10.00", REFERENCE), old("2.50", OTHER), structured(OTHER)];
    assert.deepEqual(
      creditsOf({ amount: "12.50", details: parts }).map(({ amount, reference }) => [
        amount,
        reference,
      ]),
      [
        [1000, REFERENCE],
        [250, OTHER],
      ],
    );
  });

  it("is the same in every file with its bank id, and differs from others", () => {
    const keysOf = (kind: "camt.053" | "camt.054", ...entries: MadeEntry[]) =>
      read(makeStatement({ kind, entries })).credits.map(({ key }) => key);
    const entry = { reference: REFERENCE, bankRef: "B1" };
    assert.deepEqual(
      keysOf("camt.053", entry),
      keysOf("camt.054", { ...entry, bookedOn: "2026-11-20" }),
    );
    assert.notDeepEqual(keysOf("camt.053", entry), keysOf("camt.053", { ...entry, bankRef: "B2" }));
    const without = { reference: REFERENCE, bankRef: "NOTPROVIDED" };
    const [one, two] = keysOf("camt.053", without, without);
    assert.match(one ?? "", /^sum:/);
    assert.notEqual(one, two);
    assert.deepEqual(keysOf("camt.053", without, without), [one, two]);
  });

  it("differs within a batch with one id, even if equal", () => {
    const parts = (...ids: string[]) =>
      ids.map((id) =>
        structured(
          REFERENCE,
          `<Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">12.50</Amt>`,
        ),
      );
    const keysOf = (details: string[]) => [
      ...new Set(creditsOf({ amount: "25.00", bankRef: "D1", details }).map(({ key }) => key)),
    ];
    assert.equal(keysOf(parts("E1", "E2")).length, 2);
    assert.equal(keysOf(parts("NOTPROVIDED", "NOTPROVIDED")).length, 2);
    assert.deepEqual(keysOf(parts("E1", "E2")), keysOf(parts("E1", "E2")));
  });

  it("is not hidden by a reference of another kind, which is dropped", () => {
    const named = (...details: string[]) =>
      creditsOf({ details }).map(({ reference, written }) => [reference, written]);
    const foreign = "RF712348231";
    const strd = (ref: string) => `<Strd><CdtrRefInf><Ref>${ref}</Ref></CdtrRefInf></Strd>`;
    const remittance = (more: string) => `<TxDtls><RmtInf>${more}</RmtInf></TxDtls>`;
    assert.deepEqual(named(structured(foreign)), [[undefined, null]]);
    const found = [[REFERENCE, REFERENCE]];
    assert.deepEqual(named(remittance(`<Ustrd>${REFERENCE}</Ustrd>${strd(foreign)}`)), found);
    assert.deepEqual(named(remittance(strd(foreign) + strd(REFERENCE))), found);
  });

  it("has the received amount, or is reported as unreadable", () => {
    const statement = (entry: MadeEntry) => {
      const { credits, unreadable } = read(makeStatement({ entries: [entry] }));
      return [credits.map(({ amount }) => amount), unreadable];
    };
    const own = (amount: string) => structured(REFERENCE, `<Amt Ccy="EUR">${amount}</Amt>`);
    const of5 = "<Btch><NbOfTxs>5</NbOfTxs></Btch>";
    assert.deepEqual(statement({ amount: "50.00", details: [of5, own("10.00")] }), [[1000], 0]);
    assert.deepEqual(statement({ amount: "50.00", details: [own("10.00")] }), [[1000], 0]);
    assert.deepEqual(statement({ amount: "9.00", details: [own("10.00")] }), [[900], 0]);
    assert.deepEqual(statement({ amount: "50.00", details: [of5, structured(REFERENCE)] }), [
      [],
      1,
    ]);
    const instructed = structured(
      REFERENCE,
      `<AmtDtls><InstdAmt><Amt Ccy="EUR">10.00</Amt></InstdAmt></AmtDtls>`,
    );
    assert.deepEqual(statement({ amount: "20.00", details: [instructed, instructed] }), [[], 2]);
    const other = unstructured("Rent");
    assert.deepEqual(statement({ amount: "20.00", details: [other, other] }), [[], 0]);
  });

  it("has no impossible date", () => {
    for (const bookedOn of ["2026-02-30", "2026-13-01", "0000-01-01", "soon"]) {
      assert.equal(creditsOf({ bookedOn, reference: REFERENCE })[0]?.bookedOn, null);
    }
  });
});
