import { type Browser, devices, type Page } from "playwright/test";
import { createMerchantApi, type MerchantApi } from "./merchant-api.ts";
import { createPayer, type Payer } from "./payer.ts";
import { scanQr } from "./scan.ts";
import { receiveWebhooks, type WebhookReceiver } from "./webhook-receiver.ts";

/** What the fixtures have to know, as an option of a project: `use: { banksideOptions: { … } }`. */
export type BanksideOptions = {
  /** Address of the API, such as `http://localhost:3000/api`. */
  baseUrl: string;
  /** Address of the pages and of the sandbox; by default the origin of `baseUrl`. */
  siteUrl?: string;
  /** A test mode key. */
  apiKey: string;
  /** For tests that await webhooks: the endpoint's Webhook Secret, and the port its callback URL names. */
  webhooks?: { secret: string; port?: number };
};

/** A merchant's server, a payer with phones, the sandbox bank, webhooks and the time. */
export type Bankside = MerchantApi & {
  scanQr: typeof scanQr;
  payer: Payer;
  /** A phone of its own: other cookies, other storage, a touch screen, in English. Closed when the test is over. */
  openPhone(): Promise<Page>;
  /** The server that receives webhooks, started at the first use. Throws where `banksideOptions` names no secret. */
  webhooks(): Promise<WebhookReceiver>;
};

/** What `test.extend` adds: the option and what is made of it. */
export type BanksideFixtures = { banksideOptions: BanksideOptions | undefined; bankside: Bankside };

type Arguments = { banksideOptions: BanksideOptions | undefined; browser: Browser };

/** Makes everything for one test; `close` ends what it started. */
export function createBankside(options: BanksideOptions, browser: Browser) {
  const closing: (() => Promise<unknown>)[] = [];
  let receiver: Promise<WebhookReceiver> | undefined;

  async function startReceiver() {
    if (!options.webhooks) throw new Error("banksideOptions.webhooks.secret is not set");
    const started = await receiveWebhooks(options.webhooks);
    closing.push(started.close);
    return started;
  }

  const bankside: Bankside = {
    ...createMerchantApi(options),
    scanQr,
    payer: createPayer(options.siteUrl ?? new URL(options.baseUrl).origin),
    async openPhone() {
      const context = await browser.newContext({ ...devices["Pixel 7"], locale: "en-GB" });
      closing.push(() => context.close());
      return context.newPage();
    },
    webhooks() {
      receiver ??= startReceiver();
      return receiver;
    },
  };
  const close = async () => {
    for (const end of closing.toReversed()) await end();
  };
  return { bankside, close };
}

/** For `test.extend<BanksideFixtures>(banksideFixtures)`. */
export const banksideFixtures = {
  banksideOptions: [undefined, { option: true }] as [BanksideOptions | undefined, { option: true }],
  async bankside(
    { banksideOptions, browser }: Arguments,
    use: (bankside: Bankside) => Promise<void>,
  ): Promise<void> {
    if (!banksideOptions)
      throw new Error("set banksideOptions in `use` of the project or the file");
    const { bankside, close } = createBankside(banksideOptions, browser);
    try {
      await use(bankside);
    } finally {
      await close();
    }
  },
};
