"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { developerAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { LINK_USAGES } from "#lib/payments/model/link.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { getServices } from "#lib/services/index.ts";
import { readLinkForm, readTillForm } from "./link-input.ts";

const typed = z.string().max(1000).default("");
const creation = z.strictObject({
  mode: z.enum(MODES),
  zone: typed,
  usage: z.enum(LINK_USAGES),
  amountBy: z.enum(["merchant", "payer"]),
  amount: typed,
  minAmount: typed,
  maxAmount: typed,
  currency: typed,
  description: typed,
  expiresAt: typed,
  maxPayments: typed,
  externalId: typed,
});
const atTill = z.strictObject({
  mode: z.enum(MODES),
  amount: typed,
  currency: typed,
  description: typed,
});

export const createLinkAction = developerAction(
  creation,
  async ({ mode, ...sent }, { account, user }) => {
    const { links, clock } = await getServices();
    const input = readLinkForm(sent, clock.now());
    const { link } = await links.create({ accountId: account.id, mode, input, actor: user.id });
    redirect(consolePath(`/links/${link.id}`, (await merchantText()).linkQuery));
  },
);

/** At the till: a link for one customer. */
export const takeAmountAction = developerAction(
  atTill,
  async ({ mode, ...sent }, { account, user }) => {
    const { links, clock } = await getServices();
    const input = readTillForm(sent, clock.now());
    const { link } = await links.create({ accountId: account.id, mode, input, actor: user.id });
    redirect(consolePath(`/links/${link.id}/till`, (await merchantText()).linkQuery));
  },
);

export const stopLinkAction = developerAction(
  z.strictObject({ id: z.string().max(64) }),
  async ({ id }, { account, user }) => {
    const { links } = await getServices();
    await links.stop({ id, accountId: account.id }, user.id);
    const notice = (await merchantText()).messages.paymentLinks.link.stop.done;
    return { notice, value: undefined };
  },
);
