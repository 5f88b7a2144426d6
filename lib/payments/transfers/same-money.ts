import type { ReceivedTransfer, StatementImport } from "./transfer.ts";

/** Without a file, a member marked it. `amount` in minor units of `currency`. */
export type Mention = Pick<ReceivedTransfer, "amount" | "currency"> & {
  key: string;
  /** Of the payment attempt that the money names. */
  attemptId: string | null;
  file: Pick<StatementImport, "kind"> | undefined;
};

export type FileKeys = Pick<ReceivedTransfer, "notificationKey" | "statementKey">;

const KEY_OF = {
  "camt.053": "statementKey",
  "camt.054": "notificationKey",
} as const satisfies Record<StatementImport["kind"], keyof FileKeys>;

export function fileKeys({ key, file }: Mention): Partial<FileKeys> {
  return file ? { [KEY_OF[file.kind]]: key } : {};
}

/**
 * `undefined` for new money. Notifications have other ids and days than statements, so the number per amount counts:
 * a mention matches one that no file of its kind reported.
 */
export function findSameMoney(
  transfers: ReceivedTransfer[],
  { amount, currency, key, attemptId, file }: Mention,
): ReceivedTransfer | undefined {
  // A member's mark names no attempt, so it may be any.
  const alike = transfers.filter(
    (each) =>
      each.amount === amount &&
      each.currency === currency &&
      (!file || each.importId === null || each.attemptId === attemptId),
  );
  const unreported = file ? alike.filter((each) => each[KEY_OF[file.kind]] === null) : alike;
  const keysOf = ({ statementKey, notificationKey }: ReceivedTransfer) => [
    statementKey,
    notificationKey,
  ];
  return unreported.find((each) => keysOf(each).includes(key)) ?? unreported[0];
}
