import { expect } from "playwright/test";
import { Webhook } from "standardwebhooks";
import { startReceiver } from "../kit/receiver.ts";
import { servers } from "../kit/servers.ts";
import { test } from "./console-account.ts";
import { addEndpoint, confirmSaved } from "./console-endpoints.ts";
import { codeOf, giveCode, givePassword, setUpAuthenticator, signOut } from "./second-step.ts";

test("without scripts an authenticator app is set up and used, and no passkey is offered", async ({
  browser,
  context: signedIn,
  account: user,
}) => {
  const context = await browser.newContext({
    baseURL: servers().app.url,
    javaScriptEnabled: false,
    storageState: await signedIn.storageState(),
  });
  const page = await context.newPage();
  const { secret, recoveryCodes } = await setUpAuthenticator(page, user);
  expect(new Set(recoveryCodes).size).toBe(10);
  await signOut(page);
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  await givePassword(page, user, "/console/profile");
  await giveCode(page, "Six-digit code", codeOf(secret, 1));
  await expect(page).toHaveURL(/\/console\/profile$/);
  await page.goto("/console/profile/recovery-codes");
  await page.getByLabel("Your password").fill(user.password);
  await page.getByRole("button", { name: "Create new codes" }).click();
  await expect(page.getByRole("heading", { name: "Save these recovery codes" })).toBeVisible();
  expect(await page.content()).not.toContain(recoveryCodes[0]);
  await page.goto("/console/profile/passkeys");
  await expect(page.getByText("Passkeys need JavaScript")).toBeVisible();
  await context.close();
});

test("without scripts an endpoint is added and tried out", async ({
  browser,
  context: signedIn,
  account: _,
}) => {
  const context = await browser.newContext({
    baseURL: servers().app.url,
    javaScriptEnabled: false,
    storageState: await signedIn.storageState(),
  });
  const page = await context.newPage();
  const receiver = await startReceiver();
  try {
    const secret = await addEndpoint(page, receiver.url, "Plain");
    await confirmSaved(page, "Plain");
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByRole("link", { name: "View delivery" }).click();
    await expect.poll(() => receiver.received.length).toBe(1);
    const [event] = receiver.received;
    new Webhook(secret).verify(event?.body ?? "", event?.headers ?? {});
    await page.reload();
    await expect(page.getByRole("heading", { name: "Attempt 1" })).toBeVisible();
  } finally {
    await receiver.close();
  }
  await context.close();
});
