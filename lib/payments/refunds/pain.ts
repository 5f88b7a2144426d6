import { toDecimalString } from "#lib/platform/values/money.ts";
import { toSepaText } from "#lib/platform/values/sepa-text.ts";
import type { PayerAccount } from "./account.ts";
import { NO_NAME } from "./order.ts";
import { refundEndToEndId } from "./refund.ts";

/** `amount` in euro cents. `debtor`: the merchant. */
export type Order = {
  id: string;
  amount: number;
  debtor: { iban: string; name: string };
  creditor: PayerAccount;
  text: string;
};

type File = { id: string; createdAt: Date; orders: Order[]; isTest: boolean };

/** ISO 20022 pain.001.001.09: one PmtInf per IBAN of the merchant. In test mode, no bank executes it. */
export function writePain({ id, createdAt, orders, isTest }: File): string {
  const ibanOf = isTest ? unusable : (iban: string) => iban;
  const groups = Map.groupBy(orders, ({ debtor }) => debtor.iban);
  const parts = [...groups.values()].map((group, index) =>
    writePart({ id: `${messageId(id)}-${index + 1}`, createdAt, orders: group, ibanOf }),
  );
  const initiator = orders[0]?.debtor.name ?? "";
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
<CstmrCdtTrfInitn>
<GrpHdr>
<MsgId>${messageId(id)}</MsgId>
<CreDtTm>${createdAt.toISOString().slice(0, 19)}Z</CreDtTm>
${totals(orders)}
<InitgPty><Nm>${nameOf(initiator)}</Nm></InitgPty>
</GrpHdr>
${parts.join("\n")}
</CstmrCdtTrfInitn>
</Document>
`;
}

type Part = Pick<File, "id" | "createdAt" | "orders"> & { ibanOf: (iban: string) => string };

function writePart({ id, createdAt, orders, ibanOf }: Part): string {
  const [first] = orders;
  if (!first) throw new Error("a payment without orders");
  return `<PmtInf>
<PmtInfId>${id}</PmtInfId>
<PmtMtd>TRF</PmtMtd>
${totals(orders)}
<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>
<ReqdExctnDt><Dt>${createdAt.toISOString().slice(0, 10)}</Dt></ReqdExctnDt>
<Dbtr><Nm>${nameOf(first.debtor.name)}</Nm></Dbtr>
<DbtrAcct><Id><IBAN>${ibanOf(first.debtor.iban)}</IBAN></Id></DbtrAcct>
<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>
<ChrgBr>SLEV</ChrgBr>
${orders.map((order) => writeOrder(order, ibanOf)).join("\n")}
</PmtInf>`;
}

function writeOrder({ id, amount, creditor, text }: Order, ibanOf: Part["ibanOf"]): string {
  const words = toSepaText(text, 140);
  return `<CdtTrfTxInf>
<PmtId><EndToEndId>${refundEndToEndId(id)}</EndToEndId></PmtId>
<Amt><InstdAmt Ccy="EUR">${toDecimalString(amount, "EUR")}</InstdAmt></Amt>
<Cdtr><Nm>${nameOf(creditor.name ?? "")}</Nm></Cdtr>
<CdtrAcct><Id><IBAN>${ibanOf(creditor.iban)}</IBAN></Id></CdtrAcct>
${words === "" ? "" : `<RmtInf><Ustrd>${words}</Ustrd></RmtInf>`}
</CdtTrfTxInf>`;
}

function totals(orders: Order[]): string {
  const sum = orders.reduce((total, { amount }) => total + amount, 0);
  return `<NbOfTxs>${orders.length}</NbOfTxs>
<CtrlSum>${toDecimalString(sum, "EUR")}</CtrlSum>`;
}

// What SEPA allows has no meaning in XML.
const nameOf = (name: string) => toSepaText(name, 70) || NO_NAME;

/** At most 35 characters. */
const messageId = (id: string) => id.replace("_", "").toUpperCase();

/** Of a file of ours, as banks repeat it. Not checked. */
export function fileIdOf(messageId: string): string {
  return messageId.trim().toLowerCase().replace(/^rfil/, "rfil_");
}

/** End-to-end ids by the id of their part. */
export type OrdersOfFile = Map<string, string[]>;

/** Of what {@link writePain} wrote. */
export function ordersOf(content: string): OrdersOfFile {
  const parts = content.split("<PmtInf>").slice(1);
  return new Map(
    parts.map((part) => {
      const [, id = ""] = /<PmtInfId>([^<]+)</.exec(part) ?? [];
      return [id, Array.from(part.matchAll(/<EndToEndId>([^<]+)</g), ([, each = ""]) => each)];
    }),
  );
}

/** With check digits that no account has, and that are wrong: 00 would pass as 97. */
function unusable(iban: string): string {
  return `${iban.slice(0, 2)}${iban.slice(2, 4) === "97" ? "01" : "00"}${iban.slice(4)}`;
}
