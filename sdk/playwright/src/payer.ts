import type { Locator, Page } from "playwright/test";

/** The payer's decision at the bank. */
export type Decision = "approve" | "decline" | "cancel";

export type PayOptions = {
  /** Name in the list of banks. */
  bank?: string;
  account?: "Current account" | "Savings account";
  decision?: Decision;
  /** Receives the code in the sandbox's mailbox. Default: a unique address. */
  email?: string;
};

const ANY_STEP = /^(Confirm it’s you|Enter the code|Choose your bank)$/;

/** Operates pages that are shown in English. */
export function createPayer(siteUrl: string) {
  const site = siteUrl.replace(/\/+$/, "");
  const title = (page: Page, name: string | RegExp): Locator =>
    page.getByRole("heading", { name, level: 1 });

  /** Reads the code of the newest mail to `email` in the sandbox's mailbox. */
  async function readCode(page: Page, email: string): Promise<string> {
    const response = await page.request.get(
      `${site}/sandbox/mail?${new URLSearchParams({ to: email })}`,
    );
    const words = (await response.text()).replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, " ");
    // An address may contain six digits too.
    const [code] = /(?<![\w-])\d{6}(?![\w-])/.exec(words) ?? [];
    if (code === undefined) throw new Error(`there is no mail with a code for ${email}`);
    return code;
  }

  async function verify(page: Page, email: string): Promise<void> {
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Send code" }).click();
    const field = page.getByLabel("Six-digit code");
    await field.waitFor();
    // The sixth digit submits it.
    await field.fill(await readCode(page, email));
  }

  /** Goes from the order, or any later step, to the bank's approval page. */
  async function goToBank(page: Page, options: PayOptions = {}): Promise<void> {
    const { bank = "Sandbox Bank", email = `payer-${crypto.randomUUID()}@mail.example` } = options;
    await title(page, ANY_STEP).waitFor();
    if (await page.getByLabel("E-mail address").isVisible()) await verify(page, email);
    // The last used bank is a button above the list.
    await page
      .getByRole("button")
      .filter({ has: page.getByText(bank, { exact: true }) })
      .or(page.getByRole("button", { name: `Continue to ${bank}`, exact: true }))
      .click();
  }

  /** At the sandbox bank: signs in, selects an account and decides. */
  async function decide(page: Page, options: PayOptions = {}): Promise<void> {
    const { account = "Current account", decision = "approve" } = options;
    if (decision === "cancel") {
      await page.getByRole("button", { name: "Cancel and go back" }).click();
      return;
    }
    const signIn = page.getByRole("button", { name: "Sign in" });
    const choice = page.getByRole("radio", { name: account });
    await signIn.or(choice).first().waitFor();
    if (await signIn.isVisible()) {
      await page.getByLabel("User name").fill("payer");
      await signIn.click();
    }
    await choice.check();
    await page.getByRole("button", { name: "Continue" }).click();
    const name = decision === "approve" ? "Approve" : "Decline";
    await page.getByRole("button", { name, exact: true }).click();
  }

  return {
    readCode,
    goToBank,
    decide,

    /** Pays or refuses: all steps from the order to the bank's decision. The page must be in English. */
    async pay(page: Page, options: PayOptions = {}): Promise<void> {
      await goToBank(page, options);
      await decide(page, options);
    },
  };
}

export type Payer = ReturnType<typeof createPayer>;
