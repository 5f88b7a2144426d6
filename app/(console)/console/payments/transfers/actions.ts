"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { memberAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";

const id = z.string().max(64);

/** Records what was done with a transfer that paid nothing. */
export async function resolveTransferAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ id, note: z.string().max(2000) });
  return memberAction(form, schema, "developer", async (input, { account, user }) => {
    const { transfers } = await getServices();
    await transfers.resolve(account.id, input.id, input.note, user.id);
    refresh();
    return { notice: (await merchantText()).messages.transfers.resolve.done, value: undefined };
  });
}

/** Retries a transfer that waits until a bank has cancelled the payment. */
export async function tryTransferAgainAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  return letTransferPay(form, "tryAgain");
}

/** Lets a transfer of a different amount pay its payment. */
export async function acceptTransferAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  return letTransferPay(form, "accept");
}

/** Keeps a transfer of too little until another one brings the rest. */
export async function waitForRestAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ id });
  return memberAction(form, schema, "developer", async (input, { account, user }) => {
    const { transfers } = await getServices();
    const status = await transfers.waitForRest(account.id, input.id, user.id);
    const words = (await merchantText()).messages.transfers.rest;
    refresh();
    const isWaiting = status === "awaiting_rest" || status === "being_paid";
    const notice = status === "paid" ? words.paid : isWaiting ? words.waiting : words.ended;
    return { notice, value: undefined };
  });
}

/** Assigns money without a reference to the order that a member chose. */
export async function assignTransferAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ id, transactionId: id });
  return memberAction(form, schema, "developer", async (input, { account, user }) => {
    const { transfers } = await getServices();
    const status = await transfers.assign(account.id, input, user.id);
    const words = (await merchantText()).messages.transfers.suggest;
    refresh();
    const isWaiting = status === "being_paid";
    const notice = status === "paid" ? words.paid : isWaiting ? words.waiting : words.ended;
    return { notice, value: undefined };
  });
}

function letTransferPay(
  form: FormData,
  verb: "tryAgain" | "accept",
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ id });
  return memberAction(form, schema, "developer", async (input, { account, user }) => {
    const { transfers } = await getServices();
    const status = await transfers[verb](account.id, input.id, user.id);
    const words = (await merchantText()).messages.transfers[verb];
    refresh();
    const isWaiting = status === "being_paid";
    const notice = status === "paid" ? words.paid : isWaiting ? words.waiting : words.ended;
    return { notice, value: undefined };
  });
}
