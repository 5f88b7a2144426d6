import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { newId } from "#lib/platform/values/ids.ts";
import { MAX_AMOUNT } from "#lib/platform/values/money.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { brokenRules } from "#lib/testing/pain-rules.ts";
import { fileIdOf, type Order, ordersOf, writePain } from "./pain.ts";
import { refundEndToEndId } from "./refund.ts";

const IBANS = ["NL91ABNA0417164300", "DE89370400440532013000", "MT84MALT011000012345MTLCAST001S"];
const createdAt = new Date("2026-11-28T09:30:15.123Z");

const text = fc.string({ unit: anyCharacter, maxLength: 200 });
const order: fc.Arbitrary<Order> = fc.record({
  id: fc.constant(undefined).map(() => newId("rfnd")),
  amount: fc.integer({ min: 1, max: MAX_AMOUNT }),
  debtor: fc.record({ iban: fc.constantFrom(...IBANS), name: text }),
  creditor: fc.record({ iban: fc.constantFrom(...IBANS), name: fc.option(text) }),
  text,
});
const orders = fc.array(order, { minLength: 1, maxLength: 12 });

const plain = (amount: number, debtor = 0): Order => ({
  id: newId("rfnd"),
  amount,
  debtor: { iban: IBANS[debtor] ?? "", name: "Harbour Books Ltd" },
  creditor: { iban: IBANS[1] ?? "", name: "Ada Payer" },
  text: "Refund order-1042",
});

describe("a file of refunds", () => {
  it("keeps every rule of pain.001.001.09, whatever names and texts contain, and reads back", () => {
    fc.assert(
      fc.property(orders, fc.boolean(), (written, isTest) => {
        const id = newId("rfil");
        const content = writePain({ id, createdAt, orders: written, isTest });
        assert.deepEqual(brokenRules(content), []);
        const read = ordersOf(content);
        const parts = Map.groupBy(written, ({ debtor }) => debtor.iban);
        assert.equal(read.size, parts.size);
        assert.deepEqual(
          [...read.values()].flat().sort(),
          written.map((each) => refundEndToEndId(each.id)).sort(),
        );
        for (const partId of read.keys()) {
          assert.equal(fileIdOf(partId.replace(/-\d+$/, "")), id);
        }
        const ibans = [...content.matchAll(/<IBAN>([^<]+)</g)].map(([, iban = ""]) => iban);
        assert.equal(
          ibans.some((iban) => IBANS.includes(iban)),
          !isTest,
        );
      }),
      { numRuns: 60 },
    );
  });

  const valid = writePain({
    id: newId("rfil"),
    createdAt,
    orders: [plain(450), plain(1250), plain(99, 1)],
    isTest: false,
  });
  const broken: [what: string, change: (xml: string) => string, found: RegExp][] = [
    ["another namespace", (xml) => xml.replace("001.09", "001.03"), /namespace/],
    ["a count that is wrong", (xml) => xml.replace("<NbOfTxs>3<", "<NbOfTxs>2<"), /sums/],
    ["a sum that is wrong", (xml) => xml.replace("<CtrlSum>17.00<", "<CtrlSum>17.01<"), /sums/],
    ["an amount without cents", (xml) => xml.replace(">4.50<", ">4.5<"), /InstdAmt/],
    ["an amount of nothing", (xml) => xml.replace(">4.50<", ">0.00<"), /InstdAmt/],
    ["another currency", (xml) => xml.replace('Ccy="EUR"', 'Ccy="USD"'), /currency/],
    ["a letter that is not allowed", (xml) => xml.replace("Ada Payer", "Ada Päyer"), /Nm/],
    ["a name that is too long", (xml) => xml.replace("Ada Payer", "A".repeat(71)), /Nm/],
    ["an empty text", (xml) => xml.replace("Refund order-1042", ""), /Ustrd/],
    ["a text that is too long", (xml) => xml.replace("Refund", "R".repeat(140)), /Ustrd/],
    [
      "another order of elements",
      (xml) => xml.replace(/(<PmtMtd>TRF<\/PmtMtd>)(\n<NbOfTxs>2<\/NbOfTxs>)/, "$2$1"),
      /PmtInf: children/,
    ],
    ["an unknown element", (xml) => xml.replace("<ChrgBr>", "<Prty>1</Prty><ChrgBr>"), /children/],
    ["a missing element", (xml) => xml.replace(/<ChrgBr>.*?<\/ChrgBr>/, ""), /ChrgBr: 0/],
    [
      "an id twice",
      (xml) => {
        const [first = "", second = ""] = xml.match(/RR[0-9A-Z]{26}/g) ?? [];
        return xml.replace(second, first);
      },
      /end-to-end ids/,
    ],
    ["an IBAN in lower case", (xml) => xml.replace("<IBAN>NL", "<IBAN>nl"), /IBAN/],
  ];

  it("would be found to break a rule", () => {
    assert.deepEqual(brokenRules(valid), []);
    for (const [what, change, found] of broken) {
      const changed = change(valid);
      assert.notEqual(changed, valid, what);
      assert.match(brokenRules(changed).join("\n"), found, what);
    }
  });
});
