import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { broken, type MtEntry, makeMt } from "#lib/testing/mt.ts";
import { isMt } from "./fields.ts";
import { MAX_FIELDS, readMt } from "./read.ts";

const REFERENCE = createCreditorReference("271828182845");
const OTHER = createCreditorReference("314159265358");
const IBAN = "NL91ABNA0417164300";
const GERMAN = "DE89370400440532013000";

const creditsOf = (...entries: MtEntry[]) => readMt(makeMt({ entries }), [IBAN])[0]?.credits ?? [];
const named = (...details: string[]) =>
  creditsOf({ details }).map(({ reference, endToEndId }) => [reference, endToEndId]);
const refusal = (text: string, ibans = [IBAN]) => {
  try {
    readMt(text, ibans);
  } catch (error) {
    if (isAppError(error)) return error.fields?.[0]?.message;
    throw error;
  }
  return undefined;
};

describe("an MT940", () => {
  it("has credits with amount, day, reference and end-to-end id", () => {
    const details = `166?00GUTSCHRIFT?109310?20EREF+INV-77?21SVWZ+${REFERENCE}?30ABNANL2A?32ADA LOVELACE`;
    const [read] = readMt(makeMt({ entries: [{ bankId: "B1", details: [details] }] }), [IBAN]);
    const [credit, ...others] = read?.credits ?? [];
    const { key, ...rest } = credit ?? assert.fail();
    assert.deepEqual([read?.kind, read?.ibans, others], ["mt940", [IBAN], []]);
    assert.match(key, /^sum:/);
    assert.deepEqual(rest, {
      iban: IBAN,
      amount: 1250,
      currency: "EUR",
      bookedOn: "2026-11-19",
      reference: REFERENCE,
      written: REFERENCE,
      endToEndId: "INV-77",
      payer: { name: "ADA LOVELACE" },
    });
  });

  it("counts only credits: no debits, no reversals, no returned items, nothing expected", () => {
    const details = [REFERENCE];
    const none: MtEntry[] = [
      { mark: "D" },
      { mark: "RC" },
      { mark: "RD" },
      { mark: "EC" },
      { mark: "ED" },
      { type: "NRTI" },
      { details: [`159?00RETOURE?20SVWZ+${REFERENCE}`] },
      { details: [`184?00WIEDERGUTSCHRIFT?20SVWZ+${REFERENCE}`] },
      { details: [`/TRTP/SEPA OVERBOEKING/RTRN/AC04/REMI/${REFERENCE}`] },
      { amount: "0," },
    ];
    for (const entry of none) {
      assert.deepEqual(creditsOf({ details, ...entry }), [], JSON.stringify(entry));
    }
    // With the third letter of the currency behind the mark.
    const withLetter = makeMt({ entries: [{ details }] }).replace("C12,50N", "CR12,50N");
    assert.equal(readMt(withLetter, [IBAN])[0]?.credits.length, 1);
  });

  it("has every way to write an amount, exactly", () => {
    const amounts = { "12,": 1200, "12,5": 1250, "0,05": 5, ",05": 5, "000000001250,00": 125_000 };
    for (const [amount, minor] of Object.entries(amounts)) {
      assert.deepEqual(
        creditsOf({ amount, details: [REFERENCE] }).map((each) => each.amount),
        [minor],
      );
    }
    for (const amount of ["12.50", "1250", "-12,50", "12,505", "1,2,3"]) {
      const text = makeMt({ entries: [{}] }).replace("C12,50N", `C${amount}N`);
      assert.match(refusal(text) ?? "", /^statement_mt/, amount);
    }
  });

  it("has the booking day, also around the new year, and no impossible one", () => {
    const dayOf = (day: string, booked: string) => creditsOf({ day, booked })[0]?.bookedOn;
    assert.equal(dayOf("261231", "0102"), "2027-01-02");
    assert.equal(dayOf("270101", "1231"), "2026-12-31");
    assert.equal(dayOf("261119", ""), "2026-11-19");
    assert.equal(dayOf("261131", ""), null);
    assert.equal(dayOf("261119", "1345"), null);
  });

  it("has a reference that is broken anywhere, in every way banks write details", () => {
    const filled = fc.stringMatching(/^[a-z ,]{0,50}$/).filter((each) => !each.includes("rf"));
    const ways: ((text: string, width: number) => string[])[] = [
      (text, width) => broken(text, width),
      (text, width) => broken(`/TRTP/SEPA/EREF/A-1/REMI/USTD//${text}/NAME/ADA`, width),
      (text, width) => {
        const fields = broken(`SVWZ+${text}`, 27).map((part, at) => `?${20 + at}${part}`);
        return broken(`166?00GUTSCHRIFT?20EREF+A-1${fields.join("")}?32ADA`, width);
      },
    ];
    fc.assert(
      fc.property(filled, filled, fc.integer({ min: 20, max: 65 }), (start, end, width) => {
        for (const way of ways) {
          const lines = way(`${start};${REFERENCE} ${end}`, width);
          const [credit] = creditsOf({ details: lines });
          assert.equal(credit?.reference, REFERENCE, lines.join("\n"));
        }
      }),
    );
  });

  it("has a reference in text first, then in ids, and none if two could be meant", () => {
    assert.deepEqual(named(`/EREF/${OTHER}/REMI/${REFERENCE}/`), [[REFERENCE, OTHER]]);
    assert.deepEqual(named(`/EREF/${OTHER}/REMI/shoes/`), [[OTHER, OTHER]]);
    assert.deepEqual(named(`166?00X?20EREF+${OTHER}?21SVWZ+shoes`), [[OTHER, OTHER]]);
    assert.deepEqual(named(`166?00X?20EREF+A-1?21KREF+${OTHER}?22SVWZ+shoes`), [[OTHER, "A-1"]]);
    assert.deepEqual(named(`/ACCW/NL0/ORDP//NAME/ADA/EREF/A-1/REMI/${OTHER}`), [[OTHER, "A-1"]]);
    assert.deepEqual(named("/EREF/NOTPROVIDED//REMI/USTD//shoes/"), [[undefined, null]]);
    assert.deepEqual(named(`${REFERENCE} or ${OTHER}`), [[undefined, null]]);
    const ofLine = creditsOf({ orderId: OTHER, details: ["shoes"] });
    assert.deepEqual(
      ofLine.map(({ reference, endToEndId }) => [reference, endToEndId]),
      [[OTHER, null]],
    );
    assert.equal(creditsOf({ supplement: `OCMT ${REFERENCE}` })[0]?.reference, REFERENCE);
    const structured = `/TRTP/SEPA/REMI/STRD/CUR/${REFERENCE}/NAME/ADA`;
    assert.equal(named(structured)[0]?.[0], REFERENCE);
    assert.equal(
      named(`/EREF/A/CDTRREFTP//CD/SCOR/ISSR/CUR/CDTRREF/${REFERENCE}`)[0]?.[0],
      REFERENCE,
    );
    assert.equal(named(`${REFERENCE.slice(0, -1)}X`)[0]?.[0], undefined);
  });

  it("has the payer's name and IBAN in every way banks write them, and no more than the bank wrote", () => {
    const payerOf = (...details: string[]) => creditsOf({ details })[0]?.payer;
    const long = "ADA KING COUNTESS OF LOVELACE";
    const both = { iban: GERMAN, name: "ADA LOVELACE" };
    for (const [text, payer] of [
      [`166?00X?20SVWZ+shoes?31${GERMAN}?32ADA?33LOVELACE`, both],
      [`166?00X?20SVWZ+shoes?32${long.slice(0, 27)}?33${long.slice(27)}`, { name: long }],
      [`/TRTP/SEPA/IBAN/${GERMAN}/BIC/ABNANL2A/NAME/ADA LOVELACE/REMI/shoes`, both],
      ["/EREF/A-1/ORDP//NAME/Ada  Lovelace//REMI/shoes", { name: "Ada Lovelace" }],
      ["/EREF/A-1/ORDP//NAME/Fisk A/S/REMI/shoes /NAME/Grace", { name: "Fisk A/S" }],
      [`/EREF/A-1/CNTP/${GERMAN}/INGBNL2A/ADA LOVELACE///REMI/USTD//shoes/CNTP/x/`, both],
      ["/EREF/A-1/CNTP////REMI/shoes", {}],
      ["166?00X?20SVWZ+shoes?311234567?32?33", {}],
      ["EREF+A-1SVWZ+shoes of Ada Lovelace", {}],
    ] as const) {
      assert.deepEqual(payerOf(...broken(text, 65)), payer, text);
    }
  });

  it("can have headers, several messages and accounts, and only ours are read", () => {
    const one = makeMt({ entries: [{ details: [REFERENCE] }], eol: "\n" });
    const two = makeMt({ account: "DE02120300000000202051", entries: [{ details: [OTHER] }] });
    const swift = `{1:F01ABNANL2AXXX0000000000}{2:I940ABNANL2AXXXN}{4:\r\n${one}}{5:{CHK:1}}\r\n${two}`;
    assert.ok(isMt(swift) && isMt(`ABNANL2A\r\n940\r\nABNANL2A\r\n${one}`) && isMt(one));
    const [read, ...others] = readMt(swift, [IBAN]);
    assert.deepEqual(others, []);
    assert.deepEqual(
      read?.credits.map(({ reference }) => reference),
      [REFERENCE],
    );
    for (const text of ["", "Datum;Betrag\n1;2", "<Document/>", "20:X\n25:Y"])
      assert.ok(!isMt(text));
  });

  it("names its account as an IBAN or as a national number of one of ours", () => {
    const ours = [IBAN, GERMAN];
    const found = (account: string) =>
      readMt(makeMt({ account, entries: [] }), ours).flatMap(({ ibans }) => ibans);
    for (const text of [GERMAN, `${GERMAN}EUR`, "37040044/0532013000", "37040044/532013000EUR"]) {
      assert.deepEqual(found(text), [GERMAN], text);
    }
    for (const text of ["NL91 ABNA 0417 1643 00", "0417164300", "417164300 EUR", "417164300"]) {
      assert.deepEqual(found(text), [IBAN], text);
    }
    for (const text of ["", "37040044/0532013001", "12345678/0532013000", "2013000", "7164300"]) {
      assert.equal(
        refusal(makeMt({ account: text, entries: [] }), ours),
        "statement_no_iban",
        text,
      );
    }
    const foreign = makeMt({ account: "FR1420041010050500013M02606", entries: [] });
    assert.equal(refusal(foreign, ours), "statement_account");
    // The same number at two of our banks.
    const twins = ["DE89370400440532013000", "DE98100000000532013000"];
    const twin = makeMt({ account: "0532013000", entries: [] });
    assert.equal(refusal(twin, twins), "statement_no_iban");
  });

  it("keeps equal entries apart, and is the same in every file", () => {
    const entry = { bankId: "SAME", details: [REFERENCE] };
    const keysOf = (...entries: MtEntry[]) => creditsOf(...entries).map(({ key }) => key);
    const [one, two] = keysOf(entry, entry);
    assert.notEqual(one, two);
    assert.deepEqual(keysOf({ ...entry, details: [OTHER] }, entry, entry).slice(1), [one, two]);
    assert.notDeepEqual(keysOf({ ...entry, bankId: "OTHER" }), [one]);
  });
});

describe("an MT942", () => {
  const make = (entries: MtEntry[], totals?: string[]) =>
    makeMt({ kind: "mt942", entries, ...(totals && { totals }) });

  it("is read as a notification", () => {
    const [read] = readMt(make([{ details: [REFERENCE] }, { mark: "D" }]), [IBAN]);
    assert.deepEqual([read?.kind, read?.credits.length], ["mt942", 1]);
  });

  it("can come in one file with an MT940", () => {
    const both = make([{ details: [OTHER] }]) + makeMt({ entries: [{ details: [REFERENCE] }] });
    const read = readMt(both, [IBAN]);
    assert.deepEqual(
      read.map(({ kind, credits }) => [kind, credits[0]?.reference]),
      [
        ["mt940", REFERENCE],
        ["mt942", OTHER],
      ],
    );
  });

  it("needs the number and sum of its credits", () => {
    const entries = [{ details: [REFERENCE] }];
    for (const totals of [[], [":90C:1EUR12,51"], [":90C:2EUR12,50"]]) {
      assert.equal(refusal(make(entries, totals)), "statement_mt_totals", totals.join());
    }
    assert.equal(refusal(make(entries, [":90C:1USD12,50"])), "statement_mt");
    assert.equal(refusal(make([], [])), undefined);
  });
});

describe("a text that a payer wrote", () => {
  // A bank that breaks lines without care begins one with what the payer chose.
  const forged = (...lines: string[]) => ["THANKS FOR THE SHOES", ...lines];
  const entry = ":61:2611191119C99,00NTRFNONREF";

  it("can't pretend to be an entry: the balances don't add up", () => {
    const details = forged(entry, `:86:${REFERENCE}`);
    const cases = [
      makeMt({ entries: [{ amount: "0,01", details }] }),
      makeMt({ kind: "mt942", entries: [{ amount: "0,01", details }] }),
      makeMt({ entries: [{ amount: "0,01", details: [...details, ":62F:C261119EUR1099,01"] }] }),
      makeMt({
        kind: "mt942",
        entries: [{ amount: "0,01", details: [...details, ":90C:2EUR99,01"] }],
      }),
      makeMt({ entries: [{ amount: "0,01", details: forged(":20:X", entry) }] }),
    ];
    for (const text of cases) assert.match(refusal(text) ?? "", /^statement_(?:mt|kind)/, text);
  });
});

describe("a damaged or hostile SWIFT file", () => {
  it("is refused whole", () => {
    const text = makeMt({ entries: [{ details: [REFERENCE] }, { mark: "D" }] });
    assert.equal(refusal(text.replace(/:61:.*/, ":61:garbage")), "statement_mt");
    assert.equal(refusal(text.replace(/:62F:.*/, "")), "statement_mt_totals");
    assert.equal(refusal(text.replace(/:62F:.*/, ":62F:C261119EUR1000,01")), "statement_mt_totals");
    assert.equal(refusal(text.replace(/EUR/g, "XXX")), "statement_mt");
    assert.equal(refusal(text.replace(/:6[02]F:.*/g, "")), "statement_kind");
    for (let length = 100; length < text.length - 12; length += 7) {
      assert.notEqual(refusal(text.slice(0, length)), undefined, text.slice(0, length));
    }
  });

  it("is bounded in time and in the number of its fields", () => {
    const cpuMs = () => process.cpuUsage().user / 1000;
    const make = (count: number) =>
      makeMt({
        entries: Array.from({ length: count }, (_, at) => ({
          bankId: `B${at}`,
          details: [REFERENCE],
        })),
      });
    const fits = make(MAX_FIELDS / 2 - 10);
    const start = cpuMs();
    assert.equal(readMt(fits, [IBAN])[0]?.credits.length, MAX_FIELDS / 2 - 10);
    assert.ok(cpuMs() - start < 2000);
    assert.equal(refusal(make(MAX_FIELDS)), "statement_too_large");
    const noise = [
      `${":86:RF18 ".padEnd(500_000, "RF18 539007547 ")}`,
      `:86:${"?20".repeat(150_000)}`,
      `:86:/EREF/${"/REMI/".repeat(80_000)}`,
      `:86:${"EREF+".repeat(100_000)}`,
      ":86:x\n".repeat(11_000) + "x\n".repeat(200_000),
    ];
    for (const each of noise) {
      const began = cpuMs();
      refusal(makeMt({ entries: [{}] }).replace(":62F:", `${each}\r\n:62F:`));
      assert.ok(cpuMs() - began < 2000, each.slice(0, 20));
    }
  });
});
