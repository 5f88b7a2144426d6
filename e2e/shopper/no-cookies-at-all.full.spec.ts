import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { anEmail, ORDER } from "../kit/people.ts";
import { NOTHING_KEPT, withProfile } from "../kit/profile.ts";
import { servers } from "../kit/servers.ts";
import { createApp, makeAccount } from "../payer/app-user.ts";

test("a payer whose browser keeps no cookies reads that before any mail is sent", async ({
  request,
}) => {
  const { app } = servers();
  const merchant = createMerchantServer(request, app);
  const { reference } = await merchant.create();
  const { reference: other } = await merchant.create();
  const email = anEmail();
  await withProfile(NOTHING_KEPT, async (page) => {
    // Without cookies, the server can't recognise the first browser.
    await page.goto(`${app.url}/pay/${reference}`);
    await expect(page.getByRole("heading", { name: ORDER })).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Use this device instead" }).click();
    await expect(page.getByText("Cookies are blocked. Allow cookies to continue")).toBeVisible();
    await page.goto(`${app.url}/pay/${reference}/verify`);
    await expect(page.getByRole("button", { name: "Use this device instead" })).toBeVisible();
    await page.goto(`${app.url}/pay/${other}/verify`);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Send code" }).click();
    await expect(page.getByText("Cookies are blocked. Allow cookies to continue")).toBeVisible();
  });
  const mailbox = await request.get(
    `${app.url}/sandbox/mail?${new URLSearchParams({ to: email })}`,
  );
  expect(await mailbox.text()).not.toContain("is your code");
});

test("a webview that keeps no cookies shows that to the payer and to the app's developers", async ({
  request,
}) => {
  const { app: server } = servers();
  const app = createApp(request, server, (await makeAccount()).keys.direct);
  const jwt = await app.logIn();
  const { redirectUrl } = await app.create(jwt);
  await withProfile(NOTHING_KEPT, async (page) => {
    await page.goto(app.link(redirectUrl, jwt, "cornercoffee"));
    await expect(page.getByRole("heading", { name: "Cookies are blocked here" })).toBeVisible();
  });
});
