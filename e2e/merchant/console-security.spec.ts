import { expect, type Page } from "playwright/test";
import { servers } from "../kit/servers.ts";
import { openSession, test } from "./console-account.ts";
import {
  addPasskey,
  codeOf,
  giveCode,
  givePassword,
  openPageWithDevice,
  setUpAuthenticator,
  signOut,
  turnOnAuthenticator,
} from "./second-step.ts";

const inConsole = (page: Page) =>
  expect(page.getByRole("navigation", { name: "Console" }).first()).toBeAttached();

test("a passkey signs in without typing, but not after its removal", async ({
  context,
  account: user,
}) => {
  const { page, setVerified } = await openPageWithDevice(context);
  await addPasskey(page, user, "Work laptop");
  await signOut(page);

  await page.goto("/console/sign-in?next=%2Fconsole%2Fprofile");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/console\/profile$/);
  await expect(page.getByText(`Signed in as ${user.email}`)).toBeVisible();

  // This device has a passkey already.
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Add a passkey" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Again");
  await page.getByLabel("Your password").fill(user.password);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByText("This device already has one of your passkeys.")).toBeVisible();

  // Passkeys need user verification.
  await signOut(page);
  await setVerified(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("You weren't signed in.")).toBeVisible();
  await setVerified(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await inConsole(page);

  // A passkey replaces the code.
  await setUpAuthenticator(page, user);
  await signOut(page);
  await givePassword(page, user, "/console/profile");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/console\/profile$/);
  const browsers = page.getByRole("list", { name: "Your signed-in browsers" });
  await expect(browsers.getByRole("listitem")).toHaveCount(1);

  const passkey = page.getByRole("list", { name: "Your passkeys" }).getByRole("listitem");
  await passkey.getByText("Remove", { exact: true }).click();
  await passkey.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("Passkey removed.")).toBeVisible();
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("The passkey was not accepted.")).toBeVisible();
});

test("a code of the authenticator app is required after the password, and works once", async ({
  page,
  context,
  account: user,
  product,
}) => {
  const { secret, recoveryCodes } = await turnOnAuthenticator(product, user);
  await context.clearCookies();

  await givePassword(page, user, "/console/profile");
  await expect(page.getByRole("heading", { name: "Enter the code from your app" })).toBeVisible();
  await page.goto("/console/payments");
  await expect(page).toHaveURL(/\/console\/second-step/);
  await givePassword(page, user, "/console/profile");
  await giveCode(page, "Six-digit code", "12345");
  await expect(page.getByText("This code is incorrect.")).toBeVisible();
  const code = codeOf(secret, 1);
  await giveCode(page, "Six-digit code", code);
  await expect(page).toHaveURL(/\/console\/profile$/);

  await signOut(page);
  await givePassword(page, user);
  await giveCode(page, "Six-digit code", code);
  await expect(page.getByText("This code is incorrect.")).toBeVisible();
  await page.getByRole("link", { name: "Use a recovery code instead" }).click();
  await giveCode(page, "Recovery code", (recoveryCodes[0] ?? "").toUpperCase());
  await inConsole(page);
  await page.goto("/console/profile");
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
});

test("another browser is signed out at once, and so are all others together", async ({
  browser,
  page,
  account,
  product,
}) => {
  const open = async () => {
    const context = await browser.newContext({ baseURL: servers().app.url });
    await openSession(product, context, account);
    return context;
  };
  const others = [await open(), await open(), await open()];
  await page.goto("/console/profile");
  const list = page.getByRole("list", { name: "Your signed-in browsers" });
  await expect(list.getByRole("listitem")).toHaveCount(4);
  await expect(list.getByText("This browser")).toHaveCount(1);
  await expect(list.getByText(/^Chrome on /)).toHaveCount(4);
  await list.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page.getByText("Browser signed out.")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await expect(page.getByText("2 other browsers were signed out.")).toBeVisible();
  for (const other of others) {
    const { url } = servers().app;
    const response = await other.request.get(`${url}/console/profile`, { maxRedirects: 0 });
    expect([response.status(), response.headers()["location"]]).toEqual([
      307,
      expect.stringContaining("/console/sign-in"),
    ]);
    await other.close();
  }
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveCount(1);
});

test("the endpoints of passkeys accept only our own pages", async ({ page, account: _ }) => {
  const { url } = servers().app;
  const post = async (path: string, headers: Record<string, string>, data: object = {}) => {
    const response = await page.request.post(`${url}/console/passkeys/${path}`, { headers, data });
    return response.status();
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
