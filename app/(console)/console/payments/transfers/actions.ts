"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { developerAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

const id = z.string().max(64);

/** Records what was done with a transfer that paid nothing. */
export const resolveTransferAction = developerAction(
  z.strictObject({ id, note: z.string().max(2000) }),
  async (input, { account, user }) => {
    const { transfers } = await getServices();
    await transfers.resolve(account.id, input.id, input.note, user.id);
    refresh();
    return { notice: (await merchantText()).messages.transfers.resolve.done, value: undefined };
  },
);

/** Retries a transfer that waits until a bank has cancelled the payment. */
export const tryTransferAgainAction = letTransferPay("tryAgain");

/** Lets a transfer of a different amount pay its payment. */
export const acceptTransferAction = letTransferPay("accept");

/** Keeps a transfer of too little until another one brings the rest. */
export const waitForRestAction = developerAction(
  z.strictObject({ id }),
  async (input, { account, user }) => {
    const { transfers } = await getServices();
    const status = await transfers.waitForRest(account.id, input.id, user.id);
    const words = (await merchantText()).messages.transfers.rest;
    refresh();
    const isWaiting = status === "awaiting_rest" || status === "being_paid";
    const notice = status === "paid" ? words.paid : isWaiting ? words.waiting : words.ended;
    return { notice, value: undefined };
  },
);

/** Assigns money without a reference to the order that a member chose. */
export const assignTransferAction = developerAction(
  z.strictObject({ id, transactionId: id }),
  async (input, { account, user }) => {
    const { transfers } = await getServices();
    const status = await transfers.assign(account.id, input, user.id);
    const words = (await merchantText()).messages.transfers.suggest;
    refresh();
    const isWaiting = status === "being_paid";
    const notice = status === "paid" ? words.paid : isWaiting ? words.waiting : words.ended;
    return { notice, value: undefined };
  },
);

function letTransferPay(verb: "tryAgain" | "accept") {
  return developerAction(z.strictObject({ id }), async (input, { account, user }) => {
    const { transfers } = await getServices();
    const status = await transfers[verb](account.id, input.id, user.id);
    const words = (await merchantText()).messages.transfers[verb];
    refresh();
    const isWaiting = status === "being_paid";
    const notice = status === "paid" ? words.paid : isWaiting ? words.waiting : words.ended;
    return { notice, value: undefined };
  });
}
