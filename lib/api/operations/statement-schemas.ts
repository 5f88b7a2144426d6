import { z } from "@hono/zod-openapi";
import { must } from "#lib/api/http/invalid-input.ts";
import { FILE_KINDS, type FileResult, TRANSFER_STATUSES } from "#lib/payments/model/kinds.ts";
import type { ImportReport } from "#lib/payments/transfers/transfer.ts";
import { idPattern } from "#lib/platform/values/ids.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";

const MAX_NAME_LENGTH = 200;

const count = z.int().min(0);

const fileSchema = z
  .object({
    name: z.string().openapi({ description: "As you or the ZIP named it" }),
    format: z
      .enum(FILE_KINDS)
      .nullable()
      .openapi({ description: "`null` if the file was not read" }),
    accounts: z.array(z.string()).openapi({
      description: "Those of your IBANs that it is about. Other accounts in it are ignored",
    }),
    entries: count.openapi({ description: "Booked credits on these accounts" }),
    known: count.openapi({
      description: "Of them, what another statement or a member reported before",
    }),
    unreadable: count.openapi({
      description:
        "Payments with a reference of Bankside in a batch that does not say how much each of them is",
    }),
    refused: count.openapi({
      description: "Refunds that this status report (pain.002) refuses",
    }),
    unknown: count.openapi({
      description: "Orders in this status report that no refund file of yours has",
    }),
    problem: z.string().nullable().openapi({
      description: "Why nothing of the file was read, such as `statement_xml`. `null` if it was",
    }),
  })
  .openapi("StatementFile");

const transferSchema = z
  .object({
    id: z.string(),
    status: z.enum(TRANSFER_STATUSES).openapi({
      description:
        "`paid`: the transaction has succeeded by it. `part`: it has succeeded by it together with a later transfer. " +
        "Everything else is for review in the console",
    }),
    transactionId: z.string().nullable(),
    externalId: z.string().nullable(),
    amount: z.int(),
    currency: z.string(),
    reference: z.string().nullable().openapi({ description: "As the bank wrote it" }),
    bookedOn: z.iso.date().nullable(),
  })
  .openapi("StatementTransfer");

export const statementSchema = z
  .object({
    id: z.string(),
    status: z.enum(["processing", "done"]).openapi({
      description: "`processing`: not all of it is booked. If that stays so, send the file again",
    }),
    fileName: z.string(),
    receivedAt: z.iso.datetime(),
    files: z
      .array(fileSchema)
      .openapi({ description: "One, or those in a ZIP or joined by the bank" }),
    entries: count.openapi({ description: "Booked credits on your accounts, of all files" }),
    paid: count.openapi({ description: "Transactions that succeeded by it" }),
    review: count.openapi({ description: "Transfers that a member has to look at" }),
    transfers: z.array(transferSchema).openapi({
      description:
        "Money that was first reported by this statement, with a reference of Bankside or of exactly an amount that a " +
        "shopper reported as sent; the first 1,000",
    }),
  })
  .openapi("Statement");

const ID = idPattern("stmt");

export const statementExample = {
  id: "stmt_01kagj8t4vf6m1x9c2z7b5n0qd",
  status: "done",
  fileName: "2026-11-20.zip",
  receivedAt: "2026-11-21T06:10:00.000Z",
  files: [
    {
      name: "C53-2026-11-20.xml",
      format: "camt.053",
      accounts: ["NL91ABNA0417164300"],
      entries: 4,
      known: 1,
      unreadable: 0,
      refused: 0,
      unknown: 0,
      problem: null,
    },
    {
      name: "readme.txt",
      format: null,
      accounts: [],
      entries: 0,
      known: 0,
      unreadable: 0,
      refused: 0,
      unknown: 0,
      problem: "statement_kind",
    },
  ],
  entries: 4,
  paid: 1,
  review: 0,
  transfers: [
    {
      id: "trf_01kagj8t59f6m1x9c2zq0w3e8r",
      status: "paid",
      transactionId: "txn_01kagj3y9be2rvn5q8w0m4tzxh",
      externalId: "order-1042",
      amount: 1250,
      currency: "EUR",
      reference: "RF18539007547034",
      bookedOn: "2026-11-20",
    },
  ],
} as const satisfies z.input<typeof statementSchema>;

export const statementParams = z.object({
  id: z
    .string()
    .regex(ID)
    .openapi({ description: "Id of the statement", example: statementExample.id }),
});

const error = must(`be 1 to ${MAX_NAME_LENGTH} printable characters`);

export const statementQuery = z.strictObject({
  fileName: z
    .string()
    .refine((text) => isPrintable(text, MAX_NAME_LENGTH), { error })
    .optional()
    .openapi({ description: "Shown in the console", minLength: 1, maxLength: MAX_NAME_LENGTH }),
});

const file = (example: string) => ({ schema: z.string().openapi({ format: "binary" }), example });

const XML = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">…</Document>';
const MT = ":20:…\r\n:25:NL91ABNA0417164300\r\n…";

/** Read by its content. The types are those that programs send. */
export const fileBody = {
  required: true,
  content: {
    "application/xml": file(XML),
    "application/octet-stream": file(XML),
    "application/zip": file("PK…"),
    "text/plain": file(MT),
  },
};

export function toPublicStatement({ file, transfers, paid, review }: ImportReport) {
  return {
    id: file.id,
    status: file.files === null ? "processing" : "done",
    fileName: file.fileName,
    receivedAt: file.createdAt.toISOString(),
    files: (file.files ?? []).map(toPublicFile),
    entries: file.entries,
    paid,
    review,
    transfers,
  };
}

const NOTHING = {
  format: null,
  accounts: [],
  entries: 0,
  known: 0,
  unreadable: 0,
  refused: 0,
  unknown: 0,
  problem: null,
};

function toPublicFile(file: FileResult): z.input<typeof fileSchema> {
  if ("problem" in file) return { ...NOTHING, ...file };
  const read = { ...NOTHING, ...file, format: file.kind };
  return "ibans" in file ? { ...read, accounts: file.ibans } : read;
}
