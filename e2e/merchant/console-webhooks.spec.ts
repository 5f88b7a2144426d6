import { expect } from "playwright/test";
import { Webhook } from "standardwebhooks";
import { expectAccessible } from "../kit/accessible.ts";
import { startReceiver } from "../kit/receiver.ts";
import { servers } from "../kit/servers.ts";
import { createMember, openSession, test } from "./console-account.ts";
import { addEndpoint, confirmSaved, deleteEndpoint, readSecret } from "./console-endpoints.ts";

test("an endpoint is added, tested, fails, receives a resent webhook, and is deleted", async ({
  page,
  account: _,
}) => {
  const receiver = await startReceiver();
  try {
    await page.goto("/console/webhooks");
    await expect(page.getByText("No test endpoints yet")).toBeVisible();
    const secret = await addEndpoint(page, receiver.url, "Shop server");

    // Only the checkbox continues, and a reload hides the secret.
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(secret)).toBeVisible();
    await confirmSaved(page, "Shop server");
    await page.reload();
    expect(await page.content()).not.toContain(secret.slice(6));

    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByText(/Delivered: your server returned 204/)).toBeVisible();
    const [event] = receiver.received;
    expect(event).toBeDefined();
    expect(new Webhook(secret).verify(event?.body ?? "", event?.headers ?? {})).toMatchObject({
      type: "endpoint.test",
    });

    receiver.reply.status = 500;
    receiver.reply.body = "<script>document.title = 'taken over'</script>";
    await page.getByRole("button", { name: "Send another" }).click();
    await expect(page.getByText("Delivery failed. Returned 500.")).toBeVisible();
    await expect(page.getByRole("row", { name: /Test .*Failed.* 500/ })).toBeVisible();
    await page
      .getByRole("navigation", { name: "Show" })
      .getByRole("link", { name: "Failed" })
      .click();
    await expect(page.getByRole("row", { name: /Delivered/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Test", exact: true }).click();

    await expect(page.getByRole("heading", { name: "Attempt 1" })).toBeVisible();
    await page.getByText("Start of the response").click();
    await expect(page.getByText(receiver.reply.body)).toBeVisible();
    await page.getByText("Request headers").click();
    await expect(page.getByText(/^webhook-id: evt_/)).toBeVisible();

    receiver.reply.status = 204;
    await page.getByRole("button", { name: "Resend" }).click();
    await expect(page.getByText("Resending.")).toBeVisible();
    await expect.poll(() => receiver.received.length).toBe(3);
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("heading", { name: "Attempt 2" })).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
    const [, failed, again] = receiver.received;
    expect(again?.headers["webhook-id"]).toBe(failed?.headers["webhook-id"]);
    expect(again?.body).toBe(failed?.body);

    const delivery = page.url();
    await page.getByRole("link", { name: "Back to the endpoint" }).click();
    await deleteEndpoint(page);
    await expect(page.getByText("No test endpoints yet")).toBeVisible();
    await page.goto(delivery);
    await expect(page.getByText("The endpoint was deleted, so nothing can be sent")).toBeVisible();
    await expect(page.getByRole("button", { name: "Resend" })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: "All webhooks" }).click();
    await expect(page.getByText("No test endpoints yet")).toBeVisible();
    await page.goto("/console/settings/audit");
    await expect(page.getByRole("cell", { name: "Deleted a callback URL" })).toBeVisible();
  } finally {
    await receiver.close();
  }
});

test("a secret is rotated without a gap, and an endpoint is disabled and enabled", async ({
  page,
  account: _,
}) => {
  const receiver = await startReceiver();
  try {
    const first = await addEndpoint(page, receiver.url, "Till");
    // Every page of the endpoint warns about an unconfirmed secret.
    await page.goto("/console/webhooks");
    await expect(page.getByText("Secret not saved")).toBeVisible();
    await page.getByRole("link", { name: "Till" }).click();
    await expect(page.getByText("Webhook Secret not confirmed as saved")).toBeVisible();

    const tabs = page.getByRole("navigation", { name: "Endpoint" });
    await tabs.getByRole("link", { name: "Settings" }).click();
    await page.getByText("Create new secret", { exact: true }).click();
    await page.getByRole("button", { name: "Yes, create a new secret" }).click();
    const second = await readSecret(page);
    expect(second).not.toBe(first);
    await confirmSaved(page, "Till");
    await expect(page.getByText("not confirmed as saved")).toHaveCount(0);

    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByText(/Delivered: your server returned/)).toBeVisible();
    const [event] = receiver.received;
    expect(event?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    for (const secret of [first, second]) {
      new Webhook(secret).verify(event?.body ?? "", event?.headers ?? {});
    }

    await tabs.getByRole("link", { name: "Settings" }).click();
    await page.getByText("Disable endpoint", { exact: true }).click();
    await page.getByRole("button", { name: "Disable now" }).click();
    await expect(page.getByText("Endpoint disabled.")).toBeVisible();
    await tabs.getByRole("link", { name: "Deliveries" }).click();
    await expect(page.getByRole("button", { name: "Send test event" })).toHaveCount(0);
    await tabs.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Enable endpoint" }).click();
    await expect(page.getByText("Endpoint enabled.")).toBeVisible();
    await tabs.getByRole("link", { name: "Deliveries" }).click();
    await page.getByRole("button", { name: "Resend all" }).click();
    await expect(page.getByText("No missed events since then.")).toBeVisible();
    await tabs.getByRole("link", { name: "Settings" }).click();

    await page.getByLabel("Callback URL").fill("https://10.0.0.1/");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("The address must resolve to a public address.")).toBeVisible();
    await page.getByLabel("Payment failed").uncheck();
    await page.getByLabel("transaction.processing").check();
    await page.getByLabel("Callback URL").fill(receiver.url);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Changes saved.")).toBeVisible();
    await expect(page.getByLabel("Payment failed")).not.toBeChecked();
    await expect(page.getByLabel("transaction.processing")).toBeChecked();
  } finally {
    await receiver.close();
  }
});

test("the check explains an invalid webhook, and does not keep the secret", async ({
  page,
  account: _,
}) => {
  const receiver = await startReceiver();
  try {
    const secret = await addEndpoint(page, receiver.url, "Shop");
    await confirmSaved(page, "Shop");
    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByText(/Delivered: your server returned/)).toBeVisible();
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const lines = Object.entries(headers).map(([name, value]) => `> ${name}: ${value}`);

    const tabs = page.getByRole("navigation", { name: "Endpoint" });
    await tabs.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Check a signature" }).click();
    const check = async (pasted: { headers?: string; body?: string; secret?: string }) => {
      await page
        .getByLabel("Headers", { exact: true })
        .fill(pasted.headers ?? ["> POST /hook HTTP/1.1", ...lines].join("\n"));
      await page.getByLabel("Body", { exact: true }).fill(pasted.body ?? body);
      await page.getByLabel("Webhook Secret").fill(pasted.secret ?? secret);
      await page.getByRole("button", { name: "Check" }).click();
    };
    await check({});
    await expect(page.getByText("This webhook is genuine")).toBeVisible();
    await expect(page.getByLabel("Webhook Secret")).toHaveValue("");
    await expect(page.getByLabel("Body", { exact: true })).toHaveValue(body);
    expect(await page.content()).not.toContain(secret.slice(6));

    await check({ body: JSON.stringify(JSON.parse(body), null, 2) });
    await expect(page.getByText(/parsed and re-serialised/)).toBeVisible();
    await check({ body: body.replace("No payment", "A payment") });
    await expect(page.getByText(/The secret is correct, so the body was changed/)).toBeVisible();
    await check({ secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}` });
    await expect(page.getByText(/No endpoint of this account uses this secret/)).toBeVisible();
    await check({ headers: `webhook-id: ${headers["webhook-id"]}` });
    await expect(page.getByText(/Missing: webhook-timestamp, webhook-signature/)).toBeVisible();
  } finally {
    await receiver.close();
  }
});

test("the log lists and finds deliveries, and resends a selection without scripts", async ({
  browser,
  context: signedIn,
  account,
  product: { services },
  shop,
}) => {
  const { accountId, userId: actor } = account;
  const receiver = await startReceiver();
  const context = await browser.newContext({
    baseURL: servers().app.url,
    javaScriptEnabled: false,
    storageState: await signedIn.storageState(),
  });
  try {
    const owner = { accountId, mode: "test", actor } as const;
    const { id: endpointId } = await services.webhooks.createEndpoint({
      ...owner,
      url: receiver.url,
      name: "Shop server",
    });
    const orders = ["book-1041", "book-1042", "book-1043"];
    for (const externalId of orders) {
      const { id } = await shop.create({ externalId, amount: 1250 });
      await shop.cancel(id);
    }
    await expect.poll(() => receiver.received.length).toBe(3);
    const page = await context.newPage();
    await page.goto(`/console/webhooks/${endpointId}`);
    const row = (order: string) => page.getByRole("row", { name: new RegExp(order) });
    await expect(row("book-1042")).toContainText(/Payment failed.*evt_.*€12\.50/s);

    await page.getByLabel("Order, event or payment").fill("book-1043");
    await page.getByRole("button", { name: "Find" }).click();
    await expect(row("book-1043")).toBeVisible();
    await expect(row("book-1042")).toHaveCount(0);
    await page.getByRole("link", { name: "Failed", exact: true }).click();
    await expect(page.getByText("No deliveries match")).toBeVisible();
    await page.goto(`/console/webhooks/${endpointId}`);

    await page.getByRole("button", { name: "Resend selected" }).click();
    await expect(page.getByText("Select at least one delivery, 50 at most.")).toBeVisible();
    for (const order of orders.slice(0, 2)) await page.getByLabel(`Select ${order}`).check();
    await page.getByRole("button", { name: "Resend selected" }).click();
    await expect(page.getByText("Resending 2 deliveries.")).toBeVisible();
    await expect.poll(() => receiver.received.length).toBe(5);
  } finally {
    await context.close();
    await receiver.close();
  }
});

test("the test receiver is added in one tap and shows what arrives, to its account only", async ({
  page,
  account: _,
  browser,
  product,
  request,
}) => {
  await page.goto("/console/webhooks");
  await page.getByRole("link", { name: "Test receiver" }).click();
  await page.getByRole("button", { name: "Send test events here" }).click();
  // The setup guide leads on.
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await page.goto("/console/webhooks/receiver");
  await page.getByRole("button", { name: "Send test event" }).click();
  const events = page.getByRole("region", { name: "Received" }).getByRole("listitem");
  await expect(events).toHaveCount(1);
  await expect(events).toContainText(/Test.*Signature verified/s);
  await events.getByText("Headers", { exact: true }).click();
  await expect(events.getByText(/webhook-signature: v1,/)).toBeVisible();
  await expect(events.getByText(/x-bankside|content-security-policy/)).toHaveCount(0);
  await expect(events.getByText(/"type": "endpoint.test"/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Endpoint and deliveries" }).click();
  await expect(page.getByRole("row", { name: /Test .*Delivered.*204/ })).toBeVisible();
  const url = await page
    .getByRole("navigation", { name: "Endpoint" })
    .getByRole("link", { name: "Settings" })
    .click()
    .then(() => page.getByLabel("Callback URL").inputValue());
  expect((await request.post(url, { data: {} })).status()).toBe(401);
  expect((await request.post(`${url}0`, { data: {} })).status()).toBe(404);
  expect((await request.get(url)).status()).toBe(405);
  await page.goto("/console/webhooks/receiver");
  await expect(events).toHaveCount(2);
  await expect(events.first()).toContainText(/Unknown event.*Signature doesn't match/s);

  const stranger = await browser.newContext();
  await openSession(product, stranger, await createMember(product, { company: "Other Books" }));
  const seen = await stranger.request.get("/console/webhooks/receiver");
  expect(await seen.text()).not.toContain("webhook-signature");
  await stranger.close();
});

test("missed events are resent from a time in the reader's time zone", async ({
  account,
  product,
  browser,
}) => {
  const receiver = await startReceiver();
  const there = { baseURL: servers().app.url, timezoneId: "Pacific/Auckland" };
  const context = await browser.newContext(there);
  try {
    await openSession(product, context, account);
    const page = await context.newPage();
    await page.goto("/console/webhooks");
    await addEndpoint(page, receiver.url, "Shop server");
    await confirmSaved(page, "Shop server");
    await expect(page.getByText("in your time zone, Pacific/Auckland.")).toBeVisible();
    // Read as UTC, it would be in the future.
    const time = await page.evaluate(() => {
      const at = new Date(Date.now() - 10 * 60_000);
      return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    });
    await page.getByLabel("Events since", { exact: true }).fill(time);
    await page.getByRole("button", { name: "Resend all" }).click();
    await expect(page.getByText("No missed events since then.")).toBeVisible();
  } finally {
    await context.close();
    await receiver.close();
  }
});
