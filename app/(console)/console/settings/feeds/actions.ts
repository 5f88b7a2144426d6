"use server";

import { z } from "zod";
import { demandFactorSession } from "#lib/next/console/console-session.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
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
export const addFeedAction = changeFeeds(
  creation,
  async ({ mode, ...input }, { feeds }, { account, user }) => {
    const owner = { accountId: account.id, mode };
    await feeds.add(owner, { ...input, webhookSecret: "" }, user.id);
    return (await merchantText()).messages.feeds.add.done;
  },
);

export const addRevolutAction = changeFeeds(
  z.strictObject({ mode: z.enum(MODES), iban: field }),
  async ({ mode, iban }, { feeds }, { account, user }) => {
    await feeds.prepareConsent({ accountId: account.id, mode }, iban, user.id);
    return (await merchantText()).messages.feeds.addRevolut.done;
  },
);

export const setClientIdAction = changeFeeds(
  z.strictObject({ id, clientId: field }),
  async (input, { feeds }, { account }) => {
    await feeds.setClientId(account.id, input.id, input.clientId);
    return (await merchantText()).messages.feeds.consent.savedClientId;
  },
);

export const finishConsentAction = changeFeeds(
  z.strictObject({ id, code: field }),
  async (input, { feeds }, { account, user }) => {
    await feeds.finishConsent(account.id, input.id, input.code, user.id);
    return (await merchantText()).messages.feeds.consent.finished;
  },
);

export const setFeedSecretAction = changeFeeds(
  z.strictObject({ id, webhookSecret: field }),
  async (input, { feeds }, { account, user }) => {
    await feeds.setWebhookSecret(account.id, input.id, input.webhookSecret, user.id);
    return (await merchantText()).messages.feeds.webhook.saved;
  },
);

export const readFeedAction = changeSettings(
  z.strictObject({ id }),
  "owner",
  async (input, { account }) => {
    const { feeds } = await getServices();
    await feeds.readNow(account.id, input.id);
    return (await merchantText()).messages.feeds.readSoon;
  },
);

export const retireFeedAction = changeFeeds(
  z.strictObject({ id }),
  async (input, { feeds }, { account, user }) => {
    await feeds.retire(account.id, input.id, user.id);
    return (await merchantText()).messages.feeds.retire.done;
  },
);

/** Secrets and their end: as for other secrets of a user, a recent second factor where the session can have one. */
function changeFeeds<S extends z.ZodType>(
  schema: S,
  run: (input: z.output<S>, services: Services, visit: Visit) => Promise<string>,
) {
  return changeSettings(schema, "owner", async (input, visit) => {
    await demandFactorSession();
    return run(input, await getServices(), visit);
  });
}
