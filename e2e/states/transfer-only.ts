import { anEmail } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { createApp } from "../payer/app-user.ts";
import { APP_SCHEME, openMerchant } from "./own-merchant.ts";
import { anOrder, type Stage, type State } from "./stage.ts";
import { browseAsPhone } from "./transfers.ts";

const TO_SEND = {
  heading: "Send a bank transfer",
  title: "Transfer €42.50 to Harbour Books",
  readBy: "shopper",
  isPlain: true,
} as const;

async function ordered(stage: Stage) {
  const { server } = await openMerchant(stage, { mode: "live" });
  return server.create(anOrder());
}

async function inApp(stage: Stage): Promise<string> {
  const { page } = stage;
  await browseAsPhone(stage);
  const { keys } = await openMerchant(stage, { mode: "live" });
  const app = createApp(stage.request, servers().app, keys.direct);
  const jwt = await app.logIn({ email: anEmail() });
  const { amount, externalId } = anOrder();
  const { redirectUrl } = await app.create(jwt, { amount, externalId });
  await page.goto(app.link(redirectUrl, jwt, APP_SCHEME));
  await page.waitForURL(/\/secure\/[\w-]+\/result$/);
  return page.url();
}

/** A live payment, where no bank is connected. */
export const TRANSFER_ONLY_STATES: Record<string, State> = {
  "transfer-only": {
    ...TO_SEND,
    bring: async (stage) => (await ordered(stage)).redirectUrl,
  },
  "transfer-only-phone": {
    ...TO_SEND,
    bring: async (stage) => {
      await browseAsPhone(stage);
      return (await ordered(stage)).redirectUrl;
    },
  },
  "payer-transfer": {
    ...TO_SEND,
    bring: async (stage) => `${servers().app.url}/pay/${(await ordered(stage)).reference}`,
  },
  "webview-transfer": { ...TO_SEND, bring: inApp },
  "webview-transfer-waiting": {
    heading: "We are waiting for your transfer",
    title: "Waiting for your transfer",
    readBy: "shopper",
    isPlain: true,
    bring: async (stage) => {
      const address = await inApp(stage);
      await stage.page.getByRole("button", { name: "I’ve sent the transfer" }).click();
      await stage.page.getByRole("link", { name: "Back to the app" }).waitFor();
      return address;
    },
  },
};
