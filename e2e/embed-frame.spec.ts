import { expect, test } from "playwright/test";
import {
  heading,
  mountScript,
  openShop,
  RETURN,
  SHOP,
  scriptTag,
  THANKS,
  typesOf,
} from "./embed/shop.ts";
import { createMerchantServer } from "./merchant.ts";
import { servers } from "./servers.ts";

test("one call shows the checkout, and the page goes on at the end, not the frame (complaint 3)", async ({
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
  expect((await frame.boundingBox())?.height, "room from the start").toBeGreaterThanOrEqual(760);
  const canShare = await page.evaluate(() => "share" in navigator);
  const allow = canShare ? "clipboard-write; web-share" : "clipboard-write";
  await expect(frame).toHaveAttribute("allow", allow);
  await expect(frame).toHaveAttribute("referrerpolicy", "strict-origin");
  await expect(frame).not.toHaveAttribute("sandbox");
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText("The payment page is loading…")).toBeHidden();
  await merchant.drive(id, "approve");
  // No click was made in the frame, and the browser would not let it go to another site by itself.
  await page.waitForURL(`${THANKS}/paid?externalId=${externalId}`);
  expect(typesOf(heard.events)).toEqual(
    expect.arrayContaining(["ready", "resize", "state", "outcome"]),
  );
});

test("two checkouts on one page keep apart, and one that is destroyed leaves nothing", async ({
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

test("another order takes the place of the one before, whose outcome is not its own", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const [first, second] = [await merchant.create(RETURN), await merchant.create(RETURN)];
  const html = `<bankside-checkout redirect-url="${first.redirectUrl}" frame-title="Our till">
      <iframe src="${first.redirectUrl}" style="height: 700px"></iframe></bankside-checkout>${scriptTag()}<script>
    document.querySelector("bankside-checkout").addEventListener("bankside:outcome", (event) => {
      event.preventDefault();
      tell({ type: "outcome", reference: event.detail.reference });
    });
  </script>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(page.locator("iframe")).toHaveAttribute("title", "Our till");
  await merchant.drive(first.id, "approve");
  await expect.poll(() => heard.events).toHaveLength(1);
  const reload = page.waitForResponse((response) => response.url().includes(first.reference));
  await page.frames()[1]?.evaluate(() => location.reload());
  await reload;
  const told = () => heard.raw.filter(({ type }) => type === "outcome");
  const pages = () => new Set(told().map(({ page: document }) => document)).size;
  await expect.poll(pages, "the document after it tells it too").toBe(2);
  const element = page.locator("bankside-checkout");
  await element.evaluate((host, url) => host.setAttribute("redirect-url", url), second.redirectUrl);
  await expect(heading(page)).toHaveText("Scan with your phone");
  await expect(page.locator("iframe")).toHaveAttribute("src", new RegExp(second.reference));
  await merchant.drive(second.id, "approve");
  await expect.poll(() => heard.events.length).toBe(2);
  expect(heard.events.map(({ reference }) => reference)).toEqual([
    first.reference,
    second.reference,
  ]);
});

test("the frame speaks the language of the words around it, which is the page's", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const html = `<div lang="nb">${scriptTag()}${mountScript(redirectUrl, 'display: "dialog"')}</div>`;
  await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(page.getByRole("button", { name: "Luk" })).toBeVisible();
  await expect(page.locator("dialog")).toHaveAttribute("lang", "da");
  await expect(page.frameLocator("iframe").locator("html")).toHaveAttribute("lang", /^da/);
});
