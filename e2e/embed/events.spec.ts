import { expect, test } from "playwright/test";
import { frameMessageSchema } from "#lib/payments/checkout/frame-messages.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { heading, mountScript, openShop, RETURN, SHOP, scriptTag, typesOf } from "./shop.ts";

test("the checkout's messages follow the protocol, numbered without a gap (complaint 10)", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id, reference } = await merchant.create(RETURN);
  const heard = await openShop(page, SHOP, { "/cart": scriptTag() + mountScript(redirectUrl) });
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await merchant.drive(id, "accept");
  await expect(heading(page)).toHaveText("Your bank is confirming");
  await merchant.drive(id, "settle");
  await page.waitForURL(/\/thanks/);
  const told = heard.raw.map((data) => frameMessageSchema.parse(data));
  expect(told, "no field that is not agreed").toEqual(heard.raw);
  const numbers = [...new Set(told.map(({ seq }) => seq))];
  expect(numbers).toEqual(numbers.map((_, index) => index));
  expect(new Set(told.map(({ page: document }) => document)).size).toBe(1);
  const states = told.flatMap((message) => (message.type === "state" ? [message] : []));
  expect(states.map(({ state, closable }) => [state, closable])).toEqual(
    expect.arrayContaining([
      ["processing", false],
      ["succeeded", false],
    ]),
  );
  expect(told.at(-1)).toMatchObject({ type: "outcome", status: "succeeded", reference });
  const news = heard.events.filter(({ type }) => type === "outcome");
  expect(news, "told again is not news").toHaveLength(1);
});

test("ignores messages of other origins", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id, reference } = await merchant.create(RETURN);
  const forged = { v: 1, page: 9e15, seq: 99, type: "outcome", reference, status: "succeeded" };
  const outcome = JSON.stringify({ ...forged, returnUrl: "https://evil.example/fake" });
  const evil = `<!doctype html><script>parent.postMessage(${outcome}, "*"); parent.postMessage("sent", "*")</script>`;
  await page.route("https://evil.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: evil }),
  );
  const html = `${scriptTag()}${mountScript(redirectUrl)}<iframe name="evil" src="https://evil.example/ad"></iframe>
    <script>postMessage(${outcome}, "*")</script>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page, "#pay iframe")).toBeVisible();
  await expect.poll(() => heard.raw as unknown[]).toContain("sent");
  // Right origin, other window.
  await page.evaluate(
    ({ origin, data }) =>
      dispatchEvent(new MessageEvent("message", { origin, source: window, data })),
    { origin: servers().app.url, data: JSON.parse(outcome) },
  );
  // Right window, other origin, as after a navigation.
  await page.locator("#pay iframe").evaluate((frame: HTMLIFrameElement, data) => {
    const source = frame.contentWindow;
    dispatchEvent(
      new MessageEvent("message", {
        origin: "https://evil.example",
        source,
        data: JSON.parse(data),
      }),
    );
  }, outcome);
  expect(typesOf(heard.events)).not.toContain("outcome");
  await merchant.drive(id, "decline");
  await expect(heading(page, "#pay iframe")).toContainText("declined");
  expect(page.url(), "nobody was led away").toBe(`${SHOP}/cart`);
});
