import { expect } from "playwright/test";
import { Webhook } from "standardwebhooks";
import { test } from "./console-account.ts";
import { addEndpoint, confirmSaved, readSecret } from "./console-endpoints.ts";
import { startReceiver } from "./receiver.ts";

test("an endpoint is added, tried out, fails, and is sent to again", async ({
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
    await confirmSaved(page);
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
  } finally {
    await receiver.close();
  }
});

test("a secret is changed without a gap, and an endpoint goes off and on", async ({
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

    await page.getByText("Create new secret", { exact: true }).click();
    await page.getByRole("button", { name: "Yes, create a new secret" }).click();
    const second = await readSecret(page);
    expect(second).not.toBe(first);
    await confirmSaved(page);
    await expect(page.getByText("not confirmed as saved")).toHaveCount(0);

    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByText(/Delivered: your server returned/)).toBeVisible();
    const [event] = receiver.received;
    expect(event?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    for (const secret of [first, second]) {
      new Webhook(secret).verify(event?.body ?? "", event?.headers ?? {});
    }

    await page.getByText("Disable endpoint", { exact: true }).click();
    await page.getByRole("button", { name: "Disable now" }).click();
    await expect(page.getByText("Endpoint disabled.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send test event" })).toHaveCount(0);
    await page.getByRole("button", { name: "Enable endpoint" }).click();
    await expect(page.getByText("Endpoint enabled.")).toBeVisible();
    await page.getByRole("button", { name: "Recover" }).click();
    await expect(page.getByText("No missed events since then.")).toBeVisible();

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

test("the check names what is wrong with a webhook, and forgets the secret", async ({
  page,
  account: _,
}) => {
  const receiver = await startReceiver();
  try {
    const secret = await addEndpoint(page, receiver.url, "Shop");
    await confirmSaved(page);
    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByText(/Delivered: your server returned/)).toBeVisible();
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const lines = Object.entries(headers).map(([name, value]) => `> ${name}: ${value}`);

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
