import type { ReceivedTransfer, StatementImport } from "./transfer.ts";

/** What tells of money: a file of a kind, or a member where there is none. `amount` in minor units of `currency`. */
export type Mention = Pick<ReceivedTransfer, "amount" | "currency"> & {
  key: string;
  file: Pick<StatementImport, "kind"> | undefined;
};

/** By what a file of each kind tells a transfer apart. */
export type FileKeys = Pick<ReceivedTransfer, "notificationKey" | "statementKey">;

const KEY_OF = {
  "camt.053": "statementKey",
  "camt.054": "notificationKey",
} as const satisfies Record<StatementImport["kind"], keyof FileKeys>;

/** The key of a mention where transfers have it; nothing for what a member says. */
export function fileKeys({ key, file }: Mention): Partial<FileKeys> {
  return file ? { [KEY_OF[file.kind]]: key } : {};
}

/**
 * Which of the transfers of one transaction, the oldest first, a mention is of; `undefined` where it is of new money. Banks
 * give the same money another id, or another day, in a notification than in a statement. So what counts is how many there are of
 * an amount: a mention is of one that no file of its kind told of yet, first of one with the very key.
 */
export function findSameMoney(
  transfers: ReceivedTransfer[],
  { amount, currency, key, file }: Mention,
): ReceivedTransfer | undefined {
  const alike = transfers.filter((each) => each.amount === amount && each.currency === currency);
  const untold = file ? alike.filter((each) => each[KEY_OF[file.kind]] === null) : alike;
  const keysOf = ({ statementKey, notificationKey }: ReceivedTransfer) => [
    statementKey,
    notificationKey,
  ];
  return untold.find((each) => keysOf(each).includes(key)) ?? untold[0];
}
