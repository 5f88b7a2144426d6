import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import {
  heading,
  mountScript,
  openShop,
  RETURN,
  SHOP,
  scriptTag,
  THANKS,
  typesOf,
} from "./shop.ts";

test("one call shows the checkout, and the page navigates at the end, not the frame (complaint 3)", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id, externalId } = await merchant.create({
    ...RETURN,
    successUrl: `${THANKS}/paid`,
  });
  const heard = await openShop(page, SHOP, { "/cart": scriptTag() + mountScript(redirectUrl) });
  await page.route(`${THANKS}/**`, (route) => route.fulfill({ body: "thanks" }));
  await page.goto(`${SHOP}/cart`, { waitUntil: "commit" });
  const frame = page.locator("iframe");
  expect((await frame.boundingBox())?.height, "room from the start").toBeGreaterThanOrEqual(600);
  const canShare = await page.evaluate(() => "share" in navigator);
  const allow = canShare ? "clipboard-write; web-share" : "clipboard-write";
  await expect(frame).toHaveAttribute("allow", allow);
  await expect(frame).toHaveAttribute("referrerpolicy", "strict-origin");
  await expect(frame).not.toHaveAttribute("sandbox");
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText("The payment page is loading…")).toBeHidden();
  await merchant.drive(id, "approve");
  // Without a click, the browser blocks the frame's redirect to another site.
  await page.waitForURL(`${THANKS}/paid?externalId=${externalId}`);
  expect(typesOf(heard.events)).toEqual(
    expect.arrayContaining(["ready", "resize", "state", "outcome"]),
  );
});

test("two checkouts on one page are independent, and destroying one removes everything", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const [first, second] = [await merchant.create(RETURN), await merchant.create(RETURN)];
  const html = `${scriptTag()}<div id="a"></div><div id="b"></div><script>
    window.checkouts = [["a", ${JSON.stringify(first.redirectUrl)}], ["b", ${JSON.stringify(second.redirectUrl)}]].map(([at, redirectUrl]) =>
      Bankside.mount(document.getElementById(at), { redirectUrl, onEvent(event) {
        event.preventDefault();
        tell({ at, type: event.type, reference: event.reference });
      } }));
  </script>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page, "#a iframe")).toBeVisible();
  await expect(heading(page, "#b iframe")).toBeVisible();
  await merchant.drive(second.id, "approve");
  await expect.poll(() => typesOf(heard.events)).toContain("outcome");
  const outcomes = heard.events.filter(({ type }) => type === "outcome");
  expect(outcomes).toEqual([{ at: "b", type: "outcome", reference: second.reference }]);
  for (const { at, reference } of heard.events) {
    if (reference) expect(reference).toBe(at === "a" ? first.reference : second.reference);
  }

  await page.evaluate("checkouts.map((checkout) => checkout.destroy())");
  expect(
    await page.locator("#a, #b").evaluateAll((all) => all.map((each) => each.innerHTML)),
  ).toEqual(["", ""]);
  const modal = await merchant.create(RETURN);
  await page.evaluate((redirectUrl) => {
    const { mount } = Reflect.get(window, "Bankside");
    mount(document.body, { redirectUrl, display: "dialog" }).destroy();
  }, modal.redirectUrl);
  await expect(page.locator("iframe, dialog")).toHaveCount(0);
  expect(await page.evaluate(() => document.body.getAttribute("style") ?? "")).toBe("");
});
