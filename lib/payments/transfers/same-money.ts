import type { StatementKind } from "#lib/payments/model/kinds.ts";
import type { ReceivedTransfer } from "./transfer.ts";

/** A file, or a feed of the account. */
export type Source = { kind: StatementKind | "feed"; id: string };

/** Without a source, a member marked it. `amount` in minor units of `currency`. */
export type Mention = Pick<ReceivedTransfer, "amount" | "currency"> & {
  key: string;
  /** Of the payment attempt that the money names. */
  attemptId: string | null;
  source: Pick<Source, "kind"> | undefined;
};

export type SourceKeys = Pick<ReceivedTransfer, "notificationKey" | "statementKey" | "feedKey">;

const KEY_OF = {
  "camt.052": "notificationKey",
  "camt.053": "statementKey",
  "camt.054": "notificationKey",
  mt940: "statementKey",
  mt942: "notificationKey",
  feed: "feedKey",
} as const satisfies Record<Source["kind"], keyof SourceKeys>;

export const keyOf = (kind: Source["kind"]): keyof SourceKeys => KEY_OF[kind];

export function sourceKeys({ key, source }: Mention): Partial<SourceKeys> {
  return source ? { [KEY_OF[source.kind]]: key } : {};
}

/** By a member; no file and no feed has reported it. */
export const isMark = ({ importId, feedKey }: Pick<ReceivedTransfer, "importId" | "feedKey">) =>
  importId === null && feedKey === null;

/** A mark, or money that a member assigned. */
export const isUnnamed = ({
  attemptId,
  reference,
}: Pick<ReceivedTransfer, "attemptId" | "reference">) => attemptId === null && reference === null;

/**
 * `undefined` for new money. Notifications have other ids and days than statements, and feeds other ids than both, so the number per
 * amount counts: a mention matches one that no source of its kind reported.
 */
export function findSameMoney(
  transfers: ReceivedTransfer[],
  { amount, currency, key, attemptId, source }: Mention,
): ReceivedTransfer | undefined {
  // What a member marked or assigned names no attempt, so it may be any.
  const alike = transfers.filter(
    (each) =>
      each.amount === amount &&
      each.currency === currency &&
      (!source || isUnnamed(each) || each.attemptId === attemptId),
  );
  const unreported = source ? alike.filter((each) => each[KEY_OF[source.kind]] === null) : alike;
  const keysOf = ({ statementKey, notificationKey, feedKey }: ReceivedTransfer) => [
    statementKey,
    notificationKey,
    feedKey,
  ];
  return unreported.find((each) => keysOf(each).includes(key)) ?? unreported[0];
}
