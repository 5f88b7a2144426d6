import { type Secret, TOTP, URI } from "otpauth";
import { type BrowserContext, expect, type Page } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { type Account, createMember, openSession } from "./console-account.ts";
import type { Product } from "./console-routes.ts";
import type { ConsoleUser } from "./console-user.ts";

/** The device holds passkeys and verifies its user. */
export async function openPageWithDevice(context: BrowserContext) {
  const page = await context.newPage();
  const browser = await context.newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setVerified = (isUserVerified: boolean) =>
    browser.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { page, setVerified };
}

export async function addPasskey(
  page: Page,
  { password }: Pick<ConsoleUser, "password">,
  name: string,
): Promise<void> {
  await page.goto("/console/profile");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Add a passkey" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByText("Passkey added.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Your passkeys" })).toContainText(name);
}

/** Returns the app's secret and the recovery codes. */
export async function setUpAuthenticator(page: Page, { password }: Pick<ConsoleUser, "password">) {
  await page.goto("/console/profile/authenticator");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Show QR code" }).click();
  const picture = page.getByRole("img", { name: /^QR code that adds/ });
  await expect(picture).toBeVisible();
  const app = URI.parse(await scanQr(picture));
  await page.getByLabel("Six-digit code").fill(codeOf(app.secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Save these recovery codes" })).toBeVisible();
  const recoveryCodes = await page
    .getByRole("list", { name: "Save these recovery codes" })
    .getByRole("listitem")
    .allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  await page.getByRole("link", { name: "I've saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  return { secret: app.secret, recoveryCodes };
}

/** Each code works once. For a second code use the next time step, which the server accepts early. */
export function codeOf(secret: Secret, stepsAhead = 0): string {
  return TOTP.generate({ secret, timestamp: Date.now() + stepsAhead * 30_000 });
}

export async function signOut(page: Page): Promise<void> {
  await page.goto("/console/profile");
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await expect(page).toHaveURL(/\/console\/sign-in/);
}

export async function giveCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

export async function givePassword(
  page: Page,
  { email, password }: ConsoleUser,
  next = "/console",
) {
  await page.goto(`/console/sign-in?${new URLSearchParams({ next })}`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** With an authenticator app, which the session has just used. */
export async function openOperator(product: Product, context: BrowserContext): Promise<Account> {
  const operator = await createMember(product, { company: "Pay Ltd", name: "Sam Hill" });
  await turnOnAuthenticator(product, operator);
  await product.services.operators.change(operator.email, "grant", "operator");
  await openSession(product, context, operator, { hasSecondFactor: true });
  return operator;
}

/** Returns the app's secret and the recovery codes. */
export async function turnOnAuthenticator(
  { services: { secondFactors } }: Product,
  { userId, password }: Pick<Account, "userId" | "password">,
) {
  await secondFactors.start(userId, password, "ses");
  const { uri = "" } = (await secondFactors.pending(userId, "ses")) ?? {};
  const { secret } = URI.parse(uri);
  return { secret, recoveryCodes: await secondFactors.confirm(userId, codeOf(secret), "ses") };
}
