import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { anEmail, ORDER } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { createApp, makeAccount } from "../payer/app-user.ts";

test("a payer whose browser keeps no cookies reads that before any mail is sent", async ({
  page,
  context,
  request,
}) => {
  const { app } = servers();
  const merchant = createMerchantServer(request, app);
  const { reference } = await merchant.create();
  await page.goto(`/pay/${reference}`);
  await expect(page.getByRole("heading", { name: ORDER })).toBeVisible();
  await context.clearCookies();
  await page.reload();
  await context.clearCookies();
  await page.getByRole("button", { name: "Use this device instead" }).click();
  await expect(page.getByText("Cookies are blocked. Allow cookies to continue")).toBeVisible();

  const { reference: other } = await merchant.create();
  const email = anEmail();
  await page.goto(`/pay/${other}/verify`);
  await page.getByLabel("E-mail address").fill(email);
  await context.clearCookies();
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("Cookies are blocked. Allow cookies to continue")).toBeVisible();
  const mailbox = await request.get(`/sandbox/mail?${new URLSearchParams({ to: email })}`);
  expect(await mailbox.text()).not.toContain("is your code");
});

test("a webview that keeps no cookies shows that to the payer and to the app's developers", async ({
  request,
}) => {
  const app = createApp(request, servers().app, (await makeAccount()).keys.direct);
  const jwt = await app.logIn();
  const { redirectUrl } = await app.create(jwt);
  // `fetch` keeps no cookies.
  const entered = await fetch(app.link(redirectUrl, jwt, "cornercoffee"));
  const [, path = ""] = /content="0;url=([^"]+)"/.exec(await entered.text()) ?? [];
  expect(path).toMatch(/^\/secure\/again\?problem=cookies_blocked/);
  const response = await fetch(new URL(path, entered.url));
  expect(await response.text()).toContain("Cookies are blocked here");
});
