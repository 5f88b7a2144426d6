import { type Secret, TOTP, URI } from "otpauth";
import { type Browser, type BrowserContext, expect, type Page, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { expectAccessible } from "./accessible.ts";
import { type ConsoleUser, signIn, signUp } from "./console-user.ts";
import { servers } from "./servers.ts";

/** Gives the page a device that holds passkeys and knows its user; answers its id at the browser. */
async function plugAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
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
  return { setVerified };
}

async function addPasskey(page: Page, { password }: ConsoleUser, name: string): Promise<void> {
  await page.goto("/console/profile");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByText("The passkey is added.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Your passkeys" })).toContainText(name);
}

/** Sets the authenticator app up by the QR code; answers what the app then knows. */
async function setUpAuthenticator(page: Page, { password }: ConsoleUser) {
  await page.goto("/console/profile/authenticator");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Show the code to scan" }).click();
  const picture = page.getByRole("img", { name: /^QR code that adds/ });
  await expect(picture).toBeVisible();
  const app = URI.parse(await scanQr(picture));
  await page.getByLabel("Six-digit code").fill(codeOf(app.secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Keep these recovery codes" })).toBeVisible();
  const recoveryCodes = await page
    .getByRole("list", { name: "Keep these recovery codes" })
    .getByRole("listitem")
    .allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  await page.getByRole("link", { name: "I have kept them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  return { secret: app.secret, recoveryCodes };
}

/** A code that is taken now; each is taken once, so the next one asks for a later step, of which one is taken early. */
function codeOf(secret: Secret, stepsAhead = 0): string {
  return TOTP.generate({ secret, timestamp: Date.now() + stepsAhead * 30_000 });
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/console/profile");
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await expect(page).toHaveURL(/\/console\/sign-in/);
}

async function giveCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill(code);
  await page.getByRole("button", { name: "Go on" }).click();
}

/** Signs in with the right password, as far as that leads. */
async function givePassword(page: Page, { email, password }: ConsoleUser, next = "/console") {
  await page.goto(`/console/sign-in?${new URLSearchParams({ next })}`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const inConsole = (page: Page) =>
  expect(page.getByRole("navigation", { name: "Console" }).first()).toBeAttached();

test("a passkey signs in without a word typed, and no more once it is removed", async ({
  page,
}) => {
  const user = await signUp(page);
  const device = await plugAuthenticator(page);
  await addPasskey(page, user, "Work laptop");
  await signOut(page);

  await page.goto("/console/sign-in?next=%2Fconsole%2Fprofile");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/console\/profile$/);
  await expect(page.getByText(`Signed in as ${user.email}`)).toBeVisible();

  // The same device already holds one.
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Again");
  await page.getByLabel("Your password").fill(user.password);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByText("This device has a passkey of yours already.")).toBeVisible();

  // A device that is not sure of its user vouches for nobody.
  await signOut(page);
  await device.setVerified(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("You were not signed in.")).toBeVisible();
  await device.setVerified(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await inConsole(page);

  await page.goto("/console/profile");
  const passkey = page.getByRole("list", { name: "Your passkeys" }).getByRole("listitem");
  await passkey.getByText("Remove", { exact: true }).click();
  await passkey.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("The passkey is removed.")).toBeVisible();
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("The passkey was not accepted.")).toBeVisible();
});

test("an authenticator app is asked for after the password, each code once", async ({ page }) => {
  const user = await signUp(page);
  const { secret, recoveryCodes } = await setUpAuthenticator(page, user);
  await signOut(page);

  await givePassword(page, user, "/console/profile");
  await expect(page.getByRole("heading", { name: "Enter the code from your app" })).toBeVisible();
  // Until then nothing else opens.
  await page.goto("/console/payments");
  await expect(page).toHaveURL(/\/console\/second-step/);
  await givePassword(page, user, "/console/profile");
  await giveCode(page, "Six-digit code", "12345");
  await expect(page.getByText("This code is not right.")).toBeVisible();
  const code = codeOf(secret, 1);
  await giveCode(page, "Six-digit code", code);
  await expect(page).toHaveURL(/\/console\/profile$/);

  await signOut(page);
  await givePassword(page, user);
  await giveCode(page, "Six-digit code", code);
  await expect(page.getByText("This code is not right.")).toBeVisible();
  await page.getByRole("link", { name: "Use a recovery code instead" }).click();
  await giveCode(page, "Recovery code", (recoveryCodes[0] ?? "").toUpperCase());
  await inConsole(page);
  await page.goto("/console/profile");
  await expect(page.getByText("9 recovery codes left")).toBeVisible();

  await page.getByRole("link", { name: "Make new codes" }).click();
  await page.getByLabel("Your password").fill(user.password);
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expect(page.getByRole("heading", { name: "Keep these recovery codes" })).toBeVisible();
  expect(await page.content()).not.toContain(recoveryCodes[1]);

  await page.goto("/console/profile/authenticator");
  await page.getByLabel("Your password").fill("not the password");
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("This is not your current password.")).toBeVisible();
  await page.getByLabel("Your password").fill(user.password);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("The authenticator app is off.")).toBeVisible();
  await signOut(page);
  await signIn(page, user);
});

test("a passkey stands in for the app at the second step", async ({ page }) => {
  const user = await signUp(page);
  await plugAuthenticator(page);
  await addPasskey(page, user, "Work laptop");
  await setUpAuthenticator(page, user);
  await signOut(page);
  await givePassword(page, user, "/console/profile");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/console\/profile$/);
  const browsers = page.getByRole("list", { name: "Browsers you are signed in with" });
  await expect(browsers.getByRole("listitem")).toHaveCount(1);
});

test("another browser is signed out at once, and all others together", async ({
  browser,
  page,
}) => {
  const user = await signUp(page);
  const others = [await newcomer(browser), await newcomer(browser), await newcomer(browser)];
  for (const { page: other } of others) await signIn(other, user);
  await page.goto("/console/profile");
  const list = page.getByRole("list", { name: "Browsers you are signed in with" });
  await expect(list.getByRole("listitem")).toHaveCount(4);
  await expect(list.getByText("This browser")).toHaveCount(1);
  await expect(list.getByText(/^Chrome on /)).toHaveCount(4);
  await list.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page.getByText("That browser is signed out.")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await expect(page.getByText("2 other browsers are signed out.")).toBeVisible();
  for (const { page: other } of others) {
    await other.goto("/console/profile");
    await expect(other).toHaveURL(/\/console\/sign-in/);
  }
  for (const { context } of others) await context.close();
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveCount(1);
});

test("without scripts the app can be set up and used, and no passkey is offered", async ({
  browser,
}) => {
  const { page, context } = await newcomer(browser, { javaScriptEnabled: false });
  const user = await signUp(page);
  const { secret, recoveryCodes } = await setUpAuthenticator(page, user);
  expect(new Set(recoveryCodes).size).toBe(10);
  await signOut(page);
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  await givePassword(page, user, "/console/profile");
  await giveCode(page, "Six-digit code", codeOf(secret, 1));
  await expect(page).toHaveURL(/\/console\/profile$/);
  await page.goto("/console/profile/recovery-codes");
  await page.getByLabel("Your password").fill(user.password);
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expect(page.getByRole("heading", { name: "Keep these recovery codes" })).toBeVisible();
  await page.goto("/console/profile/passkeys");
  await expect(page.getByText("A passkey needs JavaScript")).toBeVisible();
  await context.close();
});

test("the doors of passkeys open to our own pages only", async ({ page }) => {
  await signUp(page);
  const { url } = servers().app;
  const post = async (path: string, headers: Record<string, string>, data: object = {}) => {
    const answer = await page.request.post(`${url}/console/passkeys/${path}`, { headers, data });
    return answer.status();
  };
  expect(await post("sign-in/options", { origin: "https://evil.example" })).toBe(403);
  expect(await post("sign-in/options", {})).toBe(403);
  expect(await post("sign-in/options", { origin: url, "content-type": "text/plain" })).toBe(415);
  expect(await post("sign-in/options", { origin: url })).toBe(200);
  expect(await post("sign-in/verify", { origin: url })).toBe(422);
  const wish = { name: "x", password: "y" };
  expect(await post("register/options", { origin: url }, wish)).toBe(422);
  await page.context().clearCookies();
  expect(await post("register/options", { origin: url }, wish)).toBe(401);
});

test("the pages of signing in can be read by everybody", async ({ browser }) => {
  const { page, context } = await newcomer(browser);
  const user = await signUp(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await plugAuthenticator(page);
  await addPasskey(page, user, "Work laptop");
  await setUpAuthenticator(page, user);
  for (const path of ["", "/password", "/authenticator", "/recovery-codes", "/passkeys"]) {
    await page.goto(`/console/profile${path}`);
    await expectAccessible(page);
  }
  await page.context().clearCookies();
  await givePassword(page, user);
  await expect(page.getByLabel("Six-digit code")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Use a recovery code instead" }).click();
  await expect(page.getByLabel("Recovery code")).toBeVisible();
  await expectAccessible(page);
  await context.close();
});

type Options = Parameters<Browser["newContext"]>[0];

async function newcomer(
  browser: Browser,
  options: Options = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: servers().app.url, ...options });
  return { context, page: await context.newPage() };
}
