import { setTimeout as sleep } from "node:timers/promises";
import type { RefundStatus } from "#lib/payments/model/refund.ts";
import type { Refund } from "#lib/payments/refunds/refund.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import type { Services } from "#lib/services/create.ts";
import { MEMBER } from "#lib/testing/transfers.ts";
import type { Sending } from "./bank-account.ts";
import { readOrders } from "./bank-statement.ts";
import type { Random } from "./random.ts";
import type { Shop } from "./shop.ts";
import type { World } from "./world.ts";

const PAUSE_MS = 300;
const DEADLINE_MS = 60_000;
const PAYER = { iban: "DE89370400440532013000", name: "Ada Payer" };
const OPEN: RefundStatus[] = ["awaiting_account", "ready", "processing"];
const SENDINGS: readonly [Sending, ...Sending[]] = [
  "sent",
  "sent",
  "sent",
  "sent back",
  "bounced",
  "refused",
];

type Desk = {
  services: Pick<Services, "refunds" | "transfers">;
  owner: { accountId: string; mode: "test" };
  account: Shop["account"];
  random: Random;
  /** Uploaded or deleted. */
  files: Set<string>;
  /** To be sent by hand. */
  byHand: Set<string>;
  /** By refund: the deleted file that it was in. */
  unsent: Map<string, string>;
  /** Payments whose money the payer's bank takes back. */
  returning: Set<string>;
};

/** Members of the merchant in the console, who send refunds by its bank. After an error, they read the page again. */
export function createOffice(world: World, shop: Shop, random: Random) {
  const desk: Desk = {
    services: world.office.services,
    owner: { accountId: shop.accountId, mode: "test" },
    account: shop.account,
    random,
    files: new Set(),
    byHand: new Set(),
    unsent: new Map(),
    returning: new Set(),
  };
  return {
    takeBack: (transactionId: string) => void desk.returning.add(transactionId),

    /** Until it is over and all refunds have ended. Resolves to violations. */
    async run(isWhole: () => boolean, isOver: () => boolean): Promise<string[]> {
      let deadline = Number.POSITIVE_INFINITY;
      for (;;) {
        const left = await work(desk, isWhole()).catch((error: unknown) => String(error));
        if (typeof left === "string") return [`I9 the console failed: ${left}`];
        if (isOver()) deadline = Math.min(deadline, performance.now() + DEADLINE_MS);
        if (isOver() && left === 0) return [];
        if (performance.now() > deadline) return [`I9 ${left} refunds never ended`];
        await sleep(PAUSE_MS);
      }
    },
  };
}

/** Resolves to how much is left. */
async function work(desk: Desk, isWhole: boolean): Promise<number> {
  await enterAccounts(desk);
  await markByHand(desk);
  await createFile(desk, isWhole);
  await upload(desk, isWhole);
  await release(desk);
  await follow(desk);
  await noteReturns(desk);
  await takeBack(desk);
  const open = await listed(desk, OPEN);
  return open === undefined ? 1 : open.length + desk.unsent.size + desk.returning.size;
}

/** `undefined` if it was refused, or may have been done. */
async function tried<T>(step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (isAppError(error) || isOutage(error)) return undefined;
    throw error;
  }
}

const listed = ({ services, owner }: Desk, statuses: RefundStatus[]) =>
  tried(() => services.refunds.waiting(owner, statuses));

const keyOf = ({ owner: { accountId } }: Desk, id: string) => ({ accountId, id });

async function enterAccounts(desk: Desk): Promise<void> {
  const { refunds } = desk.services;
  for (const { id } of (await listed(desk, ["awaiting_account"])) ?? []) {
    await tried(() => refunds.enterAccount(keyOf(desk, id), PAYER, MEMBER));
  }
}

/** Before it is sent, so that no file takes it. */
async function markByHand(desk: Desk): Promise<void> {
  const { services, random, byHand } = desk;
  for (const { id } of (await listed(desk, ["ready"])) ?? []) {
    if (!random.chance(0.15)) continue;
    byHand.add(id);
    await tried(() => services.refunds.markSent(keyOf(desk, id), MEMBER));
  }
}

async function createFile({ services, owner, random }: Desk, isWhole: boolean): Promise<void> {
  if (!isWhole && !random.chance(0.6)) return;
  await tried(() => services.refunds.createFile(owner, MEMBER));
}

/** Or delete: then its refunds wait for another file. */
async function upload(desk: Desk, isWhole: boolean): Promise<void> {
  const { services, owner, account, random, files, unsent } = desk;
  for (const { id } of (await tried(() => services.refunds.files(owner))) ?? []) {
    if (files.has(id)) continue;
    const file = await tried(() => services.refunds.readFile(keyOf(desk, id), MEMBER));
    if (!file) continue;
    files.add(id);
    const isDeleted = !isWhole && random.chance(0.2);
    for (const { refundId, amount } of readOrders(file.content)) {
      if (isDeleted) unsent.set(refundId, id);
      else await account.pay(refundId, amount, random.pick(SENDINGS));
    }
  }
}

/** Only while it is in that file: another may have taken it. */
async function release(desk: Desk): Promise<void> {
  const { refunds } = desk.services;
  for (const [id, fileId] of desk.unsent) {
    const refund = await tried(() => refunds.get(keyOf(desk, id)));
    if (!refund) continue;
    const isIn = refund.status === "processing" && refund.fileId === fileId;
    if (isIn) await tried(() => refunds.release(keyOf(desk, id), MEMBER));
    else desk.unsent.delete(id);
  }
}

async function follow(desk: Desk): Promise<void> {
  for (const refund of (await listed(desk, ["processing"])) ?? []) await followOne(desk, refund);
}

/** What a member sees at the bank. A statement may be faster. */
async function followOne(desk: Desk, { id, fileId, amount }: Refund): Promise<void> {
  const { account, random, byHand } = desk;
  const { refunds } = desk.services;
  const [sending] = account.sendingsOf(id);
  const key = keyOf(desk, id);
  if (sending === undefined) {
    const isOwn = fileId === null && byHand.has(id);
    if (isOwn) await account.pay(id, amount, random.pick(SENDINGS));
    return;
  }
  if (sending === "refused") await tried(() => refunds.markFailed(key, "refused", MEMBER));
  if (account.isReported && !random.chance(0.1)) return;
  if (sending === "bounced") await tried(() => refunds.markFailed(key, "returned", MEMBER));
  const isSent = sending === "sent" || sending === "sent back";
  if (isSent) await tried(() => refunds.markSucceeded(key, MEMBER));
}

async function noteReturns(desk: Desk): Promise<void> {
  const { account, services } = desk;
  if (account.isReported) return;
  for (const booking of account.bookings) {
    if (booking.kind !== "return") continue;
    const key = keyOf(desk, booking.refundId);
    const refund = await tried(() => services.refunds.get(key));
    const isLate = refund?.status === "succeeded" && refund.returnedAt === null;
    if (isLate) await tried(() => services.refunds.markReturned(key, MEMBER));
  }
}

async function takeBack({ services, owner, account, returning }: Desk): Promise<void> {
  for (const id of returning) {
    const mark = { id, funds: "returned" as const };
    try {
      await services.transfers.markFunds(owner.accountId, mark, MEMBER);
      account.takenBack.add(id);
      returning.delete(id);
    } catch (error) {
      // Nothing had been received.
      if (isAppError(error)) returning.delete(id);
      else if (!isOutage(error)) throw error;
    }
  }
}
