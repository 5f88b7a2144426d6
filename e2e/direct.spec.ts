import { randomUUID } from "node:crypto";
import { type APIRequestContext, type Browser, expect, test } from "playwright/test";
import { caughtByApp, createApp, makeAccount, openWebview, type WEBVIEWS } from "./app-user.ts";
import { anEmail, cancelPayment, decideAtBank, pickBank, verifyByCode } from "./people.ts";
import { servers } from "./servers.ts";

const SCHEME = "cornercoffee";

/** An app whose merchant the service has whitelisted for e-mail, or not. */
function appOf(request: APIRequestContext, isWhitelisted: boolean, url?: string) {
  const { first } = servers();
  const account = makeAccount(first, { isWhitelisted });
  return createApp(request, { url: url ?? first.url }, account.keys.direct);
}

/** An app whose merchant vouches for its users has made a transaction and opened its webview at it. */
async function openPayment(browser: Browser, request: APIRequestContext, scheme?: string) {
  const app = appOf(request, true);
  const jwt = await app.logIn({ email: anEmail() });
  const { id, redirectUrl } = await app.create(jwt);
  const page = await openWebview(browser);
  await page.goto(app.link(redirectUrl, jwt, scheme));
  return { app, id, page };
}

for (const platform of ["Android", "iOS"] satisfies (keyof typeof WEBVIEWS)[]) {
  test.describe(`in a webview of ${platform}`, () => {
    test("an app user types in a code, pays, and is back in the app", async ({
      browser,
      request,
    }) => {
      const app = appOf(request, false);
      const email = anEmail();
      const jwt = await app.logIn({ email });
      const externalId = randomUUID();
      const { id, redirectUrl } = await app.create(jwt, { externalId });
      const page = await openWebview(browser, platform);
      await page.goto(app.link(redirectUrl, jwt, SCHEME));
      await expect(page.getByLabel("E-mail address"), "filled in by the app").toHaveValue(email);
      await verifyByCode(page, email);
      await pickBank(page);
      await decideAtBank(page, "Approve");
      await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
      const told = await caughtByApp(page, SCHEME);
      expect(told).toEqual({ status: "succeeded", transactionId: id, externalId });
      await expect(page.getByRole("link", { name: "Back to the app" })).toHaveAttribute(
        "href",
        `${SCHEME}://?status=succeeded&transactionId=${id}&externalId=${externalId}`,
      );
      expect(await app.read(id)).toEqual({ status: "succeeded", failureReason: null });
    });

    test("an address the merchant vouches for needs no code", async ({ browser, request }) => {
      const app = appOf(request, true);
      const jwt = await app.logIn({ email: anEmail() });
      const { id, redirectUrl } = await app.create(jwt);
      const page = await openWebview(browser, platform);
      await page.goto(app.link(redirectUrl, jwt, SCHEME));
      await pickBank(page);
      await decideAtBank(page, "Approve");
      expect(await caughtByApp(page, SCHEME)).toEqual({ status: "succeeded", transactionId: id });
    });
  });
}

test("whitelisted or not, authentication answers the same", async ({ request }) => {
  const { first } = servers();
  const answers = await Promise.all(
    [true, false].map(async (isWhitelisted) => {
      const { keys } = makeAccount(first, { isWhitelisted });
      const answer = await request.post(`${first.url}/api/auth/verify-apikey`, {
        headers: { "X-API-Key": keys.direct },
        data: { email: anEmail() },
      });
      const names = Object.keys(await answer.json());
      return { status: answer.status(), headers: Object.keys(answer.headers()).sort(), names };
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
});

test("after a decline the payer tries another bank, and the app learns of the success", async ({
  browser,
  request,
}) => {
  const { id, page } = await openPayment(browser, request, SCHEME);
  await pickBank(page);
  await decideAtBank(page, "Decline");
  await expect(page.getByRole("heading", { name: "Your bank declined the payment" })).toBeVisible();
  await page.getByRole("link", { name: "Choose another bank" }).click();
  await pickBank(page, "Sandbox Savings Bank");
  await decideAtBank(page, "Approve");
  expect(await caughtByApp(page, SCHEME)).toEqual({ status: "succeeded", transactionId: id });
});

test("a payer who cancels is back in the app, which is told so", async ({ browser, request }) => {
  const { app, id, page } = await openPayment(browser, request, SCHEME);
  await cancelPayment(page);
  expect(await caughtByApp(page, SCHEME)).toEqual({ status: "cancelled", transactionId: id });
  expect(await app.read(id)).toEqual({ status: "failed", failureReason: "cancelled" });
});

test("time that runs out while the payer is at the bank never ends in a payment nobody expects", async ({
  browser,
  request,
}) => {
  const { second } = servers();
  const app = appOf(request, true, second.url);
  const jwt = await app.logIn({ email: anEmail() });
  const { id, redirectUrl } = await app.create(jwt);
  const page = await openWebview(browser);
  await page.goto(app.link(redirectUrl, jwt, SCHEME));
  await pickBank(page);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect
    .poll(() => app.read(id), { timeout: 30_000 })
    .toEqual({ status: "failed", failureReason: "expired" });
  await page.reload();
  await expect(page.getByRole("heading", { name: "This payment was cancelled" })).toBeVisible();
  const told = caughtByApp(page, SCHEME);
  await page.getByRole("link", { name: "Go back to where you came from" }).click();
  await expect(page.getByRole("heading", { name: "The time to pay is over" })).toBeVisible();
  expect(await told).toEqual({ status: "failed", transactionId: id });
});

test("reload and back do no harm at any step", async ({ browser, request }) => {
  const app = appOf(request, false);
  const email = anEmail();
  const jwt = await app.logIn({ email });
  const { id, redirectUrl } = await app.create(jwt);
  const page = await openWebview(browser);
  const reload = async (heading: string) => {
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  };
  await page.goto(app.link(redirectUrl, jwt, SCHEME));
  await reload("Confirm it is you");
  await verifyByCode(page, email);
  await reload("Choose your bank");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  await page.getByRole("link", { name: "Sandbox Bank", exact: true }).click();
  await reload("Check and approve");
  await page.goBack();
  await reload("Choose your bank");
  await page.goForward();
  await page.getByRole("button", { name: "Approve at Sandbox Bank" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Check and approve" })).toBeVisible();
  await page.getByRole("button", { name: "Approve at Sandbox Bank" }).click();
  await decideAtBank(page, "Approve");
  await reload("Paid");
  await page.goBack();
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await page.goto(app.link(redirectUrl, jwt, SCHEME));
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(await app.read(id)).toEqual({ status: "succeeded", failureReason: null });
});

test("two payments side by side in one webview do not mix", async ({ browser, request }) => {
  const app = appOf(request, true);
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
});

test("a phone that comes back in another browser still finishes the payment, once", async ({
  browser,
  request,
}) => {
  const { id, page: webview } = await openPayment(browser, request, SCHEME);
  await pickBank(webview);
  await expect(webview.getByRole("heading", { name: /^Sign in/ })).toBeVisible();
  const elsewhere = await openWebview(browser);
  await elsewhere.goto(webview.url());
  let comeBack = "";
  elsewhere.on("request", (sent) => {
    if (sent.url().includes("/return?state=")) comeBack = sent.url();
  });
  await decideAtBank(elsewhere, "Approve");
  await expect(elsewhere.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(await caughtByApp(elsewhere, SCHEME)).toEqual({
    status: "succeeded",
    transactionId: id,
  });
  const third = await openWebview(browser);
  await third.goto(comeBack);
  await expect(third.getByRole("heading", { name: "Paid" })).toHaveCount(0);
  await expect(third.getByText(/in your app/).first()).toBeVisible();
});

test("without a scheme the payment ends on its own page", async ({ browser, request }) => {
  const { page } = await openPayment(browser, request);
  await pickBank(page);
  await decideAtBank(page, "Approve");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the app" })).toHaveCount(0);
});

test("the app's own account is the one the bank offers first", async ({ browser, request }) => {
  const { first } = servers();
  const account = makeAccount(first, { isWhitelisted: true });
  const app = createApp(request, first, account.keys.sdk);
  const jwt = await app.logIn({ email: anEmail(), iban: "DE89370400440532013000" });
  const { redirectUrl } = await app.create(jwt);
  const page = await openWebview(browser);
  await page.goto(app.link(redirectUrl, jwt, SCHEME));
  await pickBank(page);
  await page.getByLabel("User name").fill("payer");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("radio").first()).toBeChecked();
  await expect(page.getByText(/3000/).first()).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
});
