import { randomUUID } from "node:crypto";
import { expect, test } from "playwright/test";
import {
  anEmail,
  bankButton,
  cancelPayment,
  decideAtBank,
  pickBank,
  verifyByCode,
} from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { appOf, openPayment, SCHEME } from "./app-payment.ts";
import { caughtByApp, createApp, makeAccount, openWebview } from "./app-user.ts";

test("an app user enters a code, pays and returns to the app, also with reloads and Back at every step", async ({
  browser,
  request,
}) => {
  const app = await appOf(request, false);
  const email = anEmail();
  const jwt = await app.logIn({ email });
  const externalId = randomUUID();
  const { id, redirectUrl } = await app.create(jwt, { externalId });
  const page = await openWebview(browser, "Android");
  const reload = async (heading: string) => {
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  };
  await page.goto(app.link(redirectUrl, jwt, SCHEME));
  await reload("Confirm it’s you");
  await expect(page.getByLabel("E-mail address"), "filled in by the app").toHaveValue(email);
  await verifyByCode(page, email);
  await reload("Choose your bank");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  await bankButton(page).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.goBack();
  await reload("Choose your bank");
  await bankButton(page).click();
  const returned = caughtByApp(page, SCHEME);
  await decideAtBank(page, "Approve");
  expect(await returned).toEqual({ status: "succeeded", transactionId: id, externalId });
  await reload("Paid");
  await expect(page.getByRole("link", { name: "Back to the app" })).toHaveAttribute(
    "href",
    `${SCHEME}://?status=succeeded&transactionId=${id}&externalId=${externalId}`,
  );
  await page.goBack();
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await page.goto(app.link(redirectUrl, jwt, SCHEME));
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(await app.read(id)).toEqual({ status: "succeeded", failureReason: null });
});

test("pages of test mode warn that the app's scheme is not registered", async ({
  browser,
  request,
}) => {
  for (const [schemes, notices] of [
    [[], 1],
    [[SCHEME], 0],
  ] as const) {
    const { keys } = await makeAccount({ schemes: [...schemes], isWhitelisted: true });
    const app = createApp(request, servers().app, keys.direct);
    const jwt = await app.logIn({ email: anEmail() });
    const { redirectUrl } = await app.create(jwt);
    const page = await openWebview(browser);
    await page.goto(app.link(redirectUrl, jwt, SCHEME));
    await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
    const notice = page.getByText(`scheme ${SCHEME} isn’t registered`);
    await expect(notice).toHaveCount(notices);
    await cancelPayment(page);
    await expect(page.getByRole("link", { name: "Back to the app" })).toBeVisible();
    await expect(notice).toHaveCount(notices);
  }
});

test("authentication responds identically whether or not the account is whitelisted", async ({
  request,
}) => {
  const { app } = servers();
  const responses = await Promise.all(
    [true, false].map(async (isWhitelisted) => {
      const { keys } = await makeAccount({ isWhitelisted });
      const response = await request.post(`${app.url}/api/auth/verify-apikey`, {
        headers: { "X-API-Key": keys.direct },
        data: { email: anEmail() },
      });
      const names = Object.keys(await response.json());
      return { status: response.status(), headers: Object.keys(response.headers()).sort(), names };
    }),
  );
  expect(responses[0]).toEqual(responses[1]);
});

test("two payments side by side in one webview do not mix: one is paid, the other cancelled", async ({
  browser,
  request,
}) => {
  const app = await appOf(request, true);
  const jwt = await app.logIn({ email: anEmail() });
  const first = await app.create(jwt, { amount: 450 });
  const second = await app.create(jwt, { amount: 990 });
  const page = await openWebview(browser);
  const other = await page.context().newPage();
  await page.goto(app.link(first.redirectUrl, jwt, SCHEME));
  await other.goto(app.link(second.redirectUrl, jwt, "othercoffee"));
  await expect(page.getByText("€4.50").first()).toBeVisible();
  await expect(other.getByText("€9.90").first()).toBeVisible();
  await pickBank(page);
  await pickBank(other, "Sandbox Savings Bank");
  await decideAtBank(other, "Decline");
  await decideAtBank(page, "Approve");
  expect(await caughtByApp(page, SCHEME)).toEqual({
    status: "succeeded",
    transactionId: first.id,
  });
  await cancelPayment(other);
  expect(await caughtByApp(other, "othercoffee")).toEqual({
    status: "cancelled",
    transactionId: second.id,
  });
  expect(await app.read(second.id)).toEqual({ status: "failed", failureReason: "cancelled" });
});

test("a phone that returns in another browser finishes the payment once", async ({
  browser,
  request,
}) => {
  const { id, page: webview } = await openPayment(browser, request, { scheme: SCHEME });
  await pickBank(webview);
  await expect(webview.getByRole("heading", { name: /^Sign in/ })).toBeVisible();
  const elsewhere = await openWebview(browser);
  await elsewhere.goto(webview.url());
  let comeBack = "";
  elsewhere.on("request", (sent) => {
    if (sent.url().includes("/return?state=")) comeBack = sent.url();
  });
  const returned = caughtByApp(elsewhere, SCHEME);
  await decideAtBank(elsewhere, "Approve");
  expect(await returned).toEqual({ status: "succeeded", transactionId: id });
  const third = await openWebview(browser);
  await third.goto(comeBack);
  await expect(third.getByRole("heading", { name: "Paid" })).toHaveCount(0);
  await expect(third.getByText(/in your app/).first()).toBeVisible();
});
