"use server";

import { z } from "zod";
import { demandFactorSession } from "#lib/next/console/console-session.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices, type Services } from "#lib/services/index.ts";
import { changeSettings } from "../change.ts";

const field = z.string().max(500);
const id = z.string().max(64);

const creation = z.strictObject({
  mode: z.enum(MODES),
  provider: z.literal("qonto"),
  iban: field,
  login: field,
  secretKey: field,
  stagingToken: field.default(""),
});

/** The webhook's address is known once the feed is. */
export async function addFeedAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  return changeFeeds(form, creation, async ({ mode, ...input }, { feeds }, { account, user }) => {
    const owner = { accountId: account.id, mode };
    await feeds.add(owner, { ...input, webhookSecret: "" }, user.id);
    return (await merchantText()).messages.feeds.add.done;
  });
}

export async function addRevolutAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ mode: z.enum(MODES), iban: field });
  return changeFeeds(form, schema, async ({ mode, iban }, { feeds }, { account, user }) => {
    await feeds.prepareConsent({ accountId: account.id, mode }, iban, user.id);
    return (await merchantText()).messages.feeds.addRevolut.done;
  });
}

export async function setClientIdAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ id, clientId: field });
  return changeFeeds(form, schema, async (input, { feeds }, { account }) => {
    await feeds.setClientId(account.id, input.id, input.clientId);
    return (await merchantText()).messages.feeds.consent.savedClientId;
  });
}

export async function finishConsentAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ id, code: field });
  return changeFeeds(form, schema, async (input, { feeds }, { account, user }) => {
    await feeds.finishConsent(account.id, input.id, input.code, user.id);
    return (await merchantText()).messages.feeds.consent.finished;
  });
}

export async function setFeedSecretAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  const schema = z.strictObject({ id, webhookSecret: field });
  return changeFeeds(form, schema, async (input, { feeds }, { account, user }) => {
    await feeds.setWebhookSecret(account.id, input.id, input.webhookSecret, user.id);
    return (await merchantText()).messages.feeds.webhook.saved;
  });
}

export async function readFeedAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  return changeSettings(form, z.strictObject({ id }), "owner", async (input, { account }) => {
    const { feeds } = await getServices();
    await feeds.readNow(account.id, input.id);
    return (await merchantText()).messages.feeds.readSoon;
  });
}

export async function retireFeedAction(
  _previous: FormState<undefined>,
  form: FormData,
): Promise<FormState<undefined>> {
  return changeFeeds(form, z.strictObject({ id }), async (input, { feeds }, { account, user }) => {
    await feeds.retire(account.id, input.id, user.id);
    return (await merchantText()).messages.feeds.retire.done;
  });
}

/** Secrets and their end: as for other secrets of a user, a recent second factor where the session can have one. */
function changeFeeds<S extends z.ZodType>(
  form: FormData,
  schema: S,
  run: (input: z.output<S>, services: Services, visit: Visit) => Promise<string>,
): Promise<FormState<undefined>> {
  return changeSettings(form, schema, "owner", async (input, visit) => {
    await demandFactorSession();
    return run(input, await getServices(), visit);
  });
}
