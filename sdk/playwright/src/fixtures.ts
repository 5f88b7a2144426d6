import { type Browser, devices, type Page } from "playwright/test";
import { createMerchantApi, type MerchantApi } from "./merchant-api.ts";
import { createPayer, type Payer } from "./payer.ts";
import { scanQr } from "./scan.ts";
import { receiveWebhooks, type WebhookReceiver } from "./webhook-receiver.ts";

/** Settings of the fixtures, as an option of a project: `use: { banksideOptions: { … } }`. */
export type BanksideOptions = {
  /** Address of the API, such as `http://localhost:3000/api`. */
  baseUrl: string;
  /** Address of the pages and the sandbox. Default: the origin of `baseUrl`. */
  siteUrl?: string;
  /** A test mode API key. */
  apiKey: string;
  /** For tests that await webhooks: the endpoint's Webhook Secret, and the port of its callback URL. */
  webhooks?: { secret: string; port?: number };
};

/** A merchant's server, a payer with phones, the sandbox bank, webhooks and the clock. */
export type Bankside = MerchantApi & {
  scanQr: typeof scanQr;
  payer: Payer;
  /** Opens a phone with a touch screen, its own cookies and storage, in English. Closed after the test. */
  openPhone(): Promise<Page>;
  /**
   * The webhook server, started on first use.
   * @throws if `banksideOptions` has no Webhook Secret.
   */
  webhooks(): Promise<WebhookReceiver>;
};

/** The fixtures that `test.extend` adds. */
export type BanksideFixtures = { banksideOptions: BanksideOptions | undefined; bankside: Bankside };

type Arguments = { banksideOptions: BanksideOptions | undefined; browser: Browser };

/** Creates the fixture of one test. `close` stops what it started. */
export function createBankside(options: BanksideOptions, browser: Browser) {
  // Other workers' receivers may take webhooks of this test before it asks for them.
  const since = Date.now();
  const closing: (() => Promise<unknown>)[] = [];
  let receiver: Promise<WebhookReceiver> | undefined;

  async function startReceiver() {
    if (!options.webhooks) throw new Error("banksideOptions.webhooks.secret is not set");
    const started = await receiveWebhooks({ ...options.webhooks, since });
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
