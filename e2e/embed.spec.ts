import { createHash } from "node:crypto";
import { expect, type Page, test } from "playwright/test";
import { frameMessageSchema } from "#lib/checkout/frame-messages.ts";
import { mountScript, openShop, scriptTag, servedScript } from "./embedding-shop.ts";
import { createMerchantServer } from "./merchant.ts";
import { goToPay } from "./people.ts";
import { servers, shopOf } from "./servers.ts";

const SHOP = "https://books.example";
const THANKS = "https://thanks.example";
const RETURN = { successUrl: `${SHOP}/thanks`, failureUrl: `${SHOP}/sorry` };

const heading = (page: Page, frame = "iframe") =>
  page.frameLocator(frame).getByRole("heading", { level: 1 });
const typesOf = (list: Record<string, unknown>[]) => list.map(({ type }) => type);

/** Counts the documents of checkouts that are loaded from now on. */
function countFrames(page: Page): () => number {
  let count = 0;
  page.on("request", (sent) => {
    if (sent.isNavigationRequest() && sent.url().includes("/checkout?reference=")) count++;
  });
  return () => count;
}

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
  await expect(frame).toHaveAttribute("allow", "clipboard-write");
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

test("what the checkout tells is what was agreed, numbered without a gap (complaint 10)", async ({
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

test("a page that prevents the outcome's default is kept (complaint 7)", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const html = `${scriptTag()}<bankside-checkout redirect-url="${redirectUrl}"></bankside-checkout><script>
    const element = document.querySelector("bankside-checkout");
    for (const type of ["ready", "outcome"]) element.addEventListener("bankside:" + type, (event) => {
      event.preventDefault();
      tell({ type: event.type, ...event.detail });
    });
  </script>`;
  await page.clock.install();
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await expect.poll(() => typesOf(heard.events)).toContain("bankside:ready");
  await merchant.drive(id, "approve");
  await expect.poll(() => typesOf(heard.events)).toContain("bankside:outcome");
  // Longer than the frame waits for an answer before it goes on by itself.
  await page.clock.runFor(20_000);
  expect(page.url()).toBe(`${SHOP}/cart`);
  await expect(page.frameLocator("iframe").getByText(/needs a click/)).toHaveCount(0);
});

test("without return URLs the page is told, and nobody navigates (complaint 6)", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create({ failureUrl: `${SHOP}/sorry` });
  const html = scriptTag() + mountScript(redirectUrl, 'display: "dialog"');
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await merchant.drive(id, "approve");
  await expect
    .poll(() => heard.events)
    .toContainEqual(
      expect.objectContaining({ type: "outcome", status: "succeeded", returnUrl: null }),
    );
  await expect(heading(page)).toHaveText("Paid");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(page.url()).toBe(`${SHOP}/cart`);
});

test("a dialog holds the focus and the page, closes, and opens again (complaints 11 and 24)", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const html = `<p style="height: 3000px">Goods</p><input aria-label="Voucher"><button id="buy">Pay</button>${scriptTag()}
    <div id="pay"></div><script>
    let checkout;
    document.getElementById("buy").onclick = () => checkout ? checkout.open() : checkout = Bankside.mount(
      document.getElementById("pay"),
      { redirectUrl: ${JSON.stringify(redirectUrl)}, display: "dialog", onEvent: ({ type }) => tell({ type }) });
  </script>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  const buy = page.getByRole("button", { name: "Pay" });
  await buy.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(1000);
  const top = () => page.locator("h1").evaluate((element) => element.getBoundingClientRect().top);

  await buy.click();
  const dialog = page.getByRole("dialog", { name: "Pay by bank" });
  await expect(dialog).toBeVisible();
  await expect(heading(page)).toBeVisible();
  const pinned = await top();
  expect(Math.abs(pinned + scrolled), "the page stays where it was").toBeLessThan(60);
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 700);
  await page.mouse.wheel(0, -900);
  expect(await top()).toBe(pinned);
  for (let press = 0; press < 14; press++) {
    await page.keyboard.press("Tab");
    const held = await page.evaluate(() => document.activeElement?.matches("body, #pay *"));
    expect(held, `after ${press + 1} times Tab`).toBe(true);
  }

  await page.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  expect(await page.evaluate(() => document.body.getAttribute("style") ?? "")).toBe("");
  await expect(buy, "the focus is back").toBeFocused();
  expect(typesOf(heard.events)).toContain("close");

  await buy.click();
  await expect(dialog).toBeVisible();
  await merchant.drive(id, "approve");
  await page.waitForURL(/\/thanks/);
});

test("a dialog can't be closed while the bank confirms, and says why", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const html = scriptTag() + mountScript(redirectUrl, 'display: "dialog"');
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await merchant.drive(id, "accept");
  await expect(heading(page)).toHaveText("Your bank is confirming");
  const dialog = page.getByRole("dialog");
  const words = page.getByText(/^Your bank is confirming\. You have approved the payment\./);
  await expect(words).toHaveCount(0);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(words).toBeVisible();
  // Browsers let the second Escape in a row through to the dialog.
  for (let press = 0; press < 3; press++) await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  expect(await page.evaluate("checkout.close()")).toBe(false);
  // Whoever closes it by force sees it again.
  await page.locator("dialog").evaluate((element: HTMLDialogElement) => element.close());
  await expect(dialog).toBeVisible();
  expect(typesOf(heard.events)).not.toContain("close");
  await expect(
    page.frameLocator("iframe").getByText("You can close this page"),
    "nothing is promised that the dialog does not keep",
  ).toBeHidden();
  const note = page.locator("dialog [role=status]").first();
  await merchant.drive(id, "settle");
  await expect(heading(page)).toHaveText("Paid");
  await expect(note, "what no longer holds is not said").toHaveText("");
  const display = await note.evaluate((element) => getComputedStyle(element).display);
  expect(display, "what is not rendered is not announced").toBe("block");
  await expect(page.locator("dialog")).toHaveAttribute("lang", "en");
  // From the outcome's screen, closing is going on.
  await page.getByRole("button", { name: "Close" }).click();
  await page.waitForURL(/\/thanks/);
});

test("a frame that stands in the element is taken over, however late, and tells again what was missed", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create({ ...RETURN, successUrl: `${THANKS}/paid` });
  const html = `<bankside-checkout><iframe title="Pay" src="${redirectUrl}" width="600" height="700"></iframe></bankside-checkout>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.route(`${THANKS}/**`, (route) => route.fulfill({ body: "thanks" }));
  const loads = countFrames(page);
  const refused = page.waitForEvent("console", (message) =>
    /initiate navigation/.test(message.text()),
  );
  await page.goto(`${SHOP}/cart`);
  await merchant.drive(id, "approve");
  await refused;
  await expect.poll(() => typesOf(heard.raw)).toContain("error");
  const before = heard.raw.length;
  // Nobody listened, the browser refused, and now the script comes.
  const shown = loads();
  await page.addScriptTag({ url: `${servers().app.url}/embed.js` });
  await page.waitForURL(/thanks\.example\/paid/);
  // The link that the refusal left may change the height by now.
  const again = heard.raw.slice(before).filter(({ type }) => type !== "resize");
  const known = heard.raw.slice(0, before);
  for (const message of again) expect(known).toContainEqual(message);
  expect(typesOf(again)).toEqual(expect.arrayContaining(["ready", "outcome"]));
  expect(loads(), "the frame was not loaded again").toBe(shown);
});

test("messages of others are ignored, whatever they claim", async ({ page, request }) => {
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
  // From the checkout's own origin, but another window: such as another tab's, which may know this one.
  await page.evaluate(
    ({ origin, data }) =>
      dispatchEvent(new MessageEvent("message", { origin, source: window, data })),
    { origin: servers().app.url, data: JSON.parse(outcome) },
  );
  // And from the right window at another origin, as after the frame was led elsewhere.
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

test("a page that is not registered hears nothing, even where the browser would let it frame", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const other = "https://other.example";
  const heard = await openShop(page, other, { "/cart": scriptTag() + mountScript(redirectUrl) });
  await page.route("**/checkout?reference=*", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": policy = "", ...headers } = response.headers();
    const open = policy.replace(/frame-ancestors [^;]*;/, "");
    return route.fulfill({ response, headers: { ...headers, "content-security-policy": open } });
  });
  await page.clock.install();
  await page.goto(`${other}/cart`);
  // The checkout works alone, and the page says that it got no answer.
  await expect(heading(page)).toHaveText("Scan with your phone");
  await page.clock.runFor(30_000);
  await expect(page.getByRole("alert")).toContainText("The payment page is not answering.");
  expect(heard.raw).toEqual([]);
  expect(typesOf(heard.events)).toEqual(["error"]);
});

test("where the browser refuses the frame, words and a link are left (complaint 8)", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, reference } = await merchant.create(RETURN);
  const other = "https://other.example";
  const html = scriptTag() + mountScript(redirectUrl, 'display: "dialog", lang: "de"');
  const heard = await openShop(page, other, { "/cart": html });
  await page.clock.install();
  await page.goto(`${other}/cart`);
  const warned = page.waitForEvent("console", (message) => message.type() === "warning");
  await page.clock.runFor(30_000);
  const help = `${servers().app.url}/embed-check?reference=${reference}&origin=${encodeURIComponent(other)}`;
  expect((await warned).text()).toContain(help);
  expect(heard.events.at(-1)).toMatchObject({ type: "error", code: "no_answer", helpUrl: help });
  await expect(page.getByRole("alert")).toContainText("Die Zahlungsseite antwortet nicht.");
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "In einem neuen Tab öffnen" }).click();
  await expect((await opened).getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Schließen" }).click();
  await expect(page.getByRole("dialog"), "no dead end").toBeHidden();
});

test("a page with a strict policy and a checksum needs no exception", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const { url } = servers().app;
  const integrity = `sha384-${createHash("sha384").update(servedScript()).digest("base64")}`;
  const policy = `default-src 'none'; script-src 'nonce-n' ${url}/embed.js; frame-src ${url}; base-uri 'none'; require-trusted-types-for 'script'`;
  const mount = mountScript(redirectUrl, 'display: "dialog"').replace(
    "<script>",
    '<script nonce="n">',
  );
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|integrity|TrustedHTML/i.test(message.text())) {
      violations.push(message.text());
    }
  });
  await openShop(
    page,
    SHOP,
    { "/cart": scriptTag(`integrity="${integrity}" crossorigin="anonymous"`) + mount },
    { headers: { "Content-Security-Policy": policy } },
  );
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  const radius = await page.locator("dialog").evaluate((element) => getComputedStyle(element));
  expect(radius.borderStartStartRadius, "its style sheet is in force").toBe("14px");
  await merchant.drive(id, "approve");
  await page.waitForURL(/\/thanks/);
  expect(violations).toEqual([]);
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

test("a frame that dies while the bank confirms holds nobody", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const html = scriptTag() + mountScript(redirectUrl, 'display: "dialog"');
  await openShop(page, SHOP, { "/cart": html });
  await page.clock.install();
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await merchant.drive(id, "accept");
  await expect(heading(page)).toHaveText("Your bank is confirming");
  await expect.poll(() => page.evaluate("checkout.close()")).toBe(false);
  await page.route("**/checkout?reference=*", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.frames()[1]?.evaluate(() => location.reload());
  await failed;
  await page.clock.runFor(10_000);
  await expect(page.getByRole("alert")).toContainText("The payment page is not answering.");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await page.evaluate(() => document.body.getAttribute("style") ?? "")).toBe("");
});

test("a payment that fails behind a closed dialog leads nobody away", async ({
  page,
  request,
  context,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, reference } = await merchant.create(RETURN);
  const html = scriptTag() + mountScript(redirectUrl, 'display: "dialog"');
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  const other = await context.newPage();
  await other.goto(redirectUrl);
  await other.getByRole("link", { name: "Cancel payment" }).click();
  await other.getByRole("button", { name: "Yes, cancel" }).click();
  await expect
    .poll(() => heard.events)
    .toContainEqual(expect.objectContaining({ type: "outcome", status: "failed", reference }));
  // Whoever looks again is still in the shop.
  await page.evaluate("checkout.open()");
  await expect(heading(page)).toContainText("cancelled");
  expect(page.url()).toBe(`${SHOP}/cart`);
});

test("a dialog that can't show, or is taken away, never holds the page", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  await openShop(page, SHOP, { "/cart": scriptTag() });
  await page.goto(`${SHOP}/cart`);
  const style = () => page.evaluate(() => document.body.getAttribute("style") ?? "");
  await page.evaluate((url) => {
    const { mount } = Reflect.get(window, "Bankside");
    const apart = document.createElement("div");
    const handle = mount(apart, { redirectUrl: url, display: "dialog" });
    handle.open();
    handle.destroy();
    handle.open();
  }, redirectUrl);
  expect(await style()).toBe("");
  const refused = await page.evaluate((url) => {
    const { prototype } = HTMLDialogElement;
    const { showModal } = prototype;
    prototype.showModal = () => {
      throw new Error("no dialogs here");
    };
    try {
      Reflect.get(window, "Bankside").mount(document.body, { redirectUrl: url, display: "dialog" });
      return "";
    } catch (error) {
      return String(error);
    } finally {
      prototype.showModal = showModal;
    }
  }, redirectUrl);
  expect(refused).toContain("no dialogs here");
  expect(await style()).toBe("");
  await page.evaluate((url) => {
    const container = document.body.appendChild(document.createElement("div"));
    container.id = "view";
    Reflect.get(window, "Bankside").mount(container, { redirectUrl: url, display: "dialog" });
  }, redirectUrl);
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await style()).toContain("fixed");
  await page.locator("#view").evaluate((container) => container.remove());
  await expect.poll(style).toBe("");
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

test("an attribute that changes while the page is read does not load a second frame", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create(RETURN);
  const html = `${scriptTag()}<bankside-checkout redirect-url="${redirectUrl}">
    <script>document.currentScript.parentElement.setAttribute("display", "inline")</script>
    <iframe title="Pay" src="${redirectUrl}"></iframe></bankside-checkout>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  const loads = countFrames(page);
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page, "iframe[title=Pay]")).toBeVisible();
  await expect.poll(() => typesOf(heard.raw)).toContain("ready");
  await expect(page.locator("iframe")).toHaveCount(1);
  expect(loads()).toBe(1);
});

test("a browser that does not leave, and says nothing, leaves a link", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  await openShop(page, SHOP, { "/cart": `<iframe src="${redirectUrl}" height="900"></iframe>` });
  // An answer without content leaves the page where it is.
  await page.route(`${SHOP}/thanks*`, (route) => route.fulfill({ status: 204 }));
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await page.frameLocator("iframe").getByRole("heading", { level: 1 }).click();
  await merchant.drive(id, "approve");
  await expect(page.frameLocator("iframe").getByText(/needs a click/)).toBeVisible({
    timeout: 15_000,
  });
});

test("before the script is there, the demo shop's button leads to the payment", async ({
  page,
}) => {
  await goToPay(page, shopOf(servers().app));
  await page.route("**/embed.js", (route) => route.abort());
  await page.getByRole("link", { name: "Pay in a dialog over this page" }).click();
  await page.getByRole("button", { name: "Open the payment" }).click();
  await page.waitForURL(/\/checkout\?reference=/);
});

test("the demo shop's dialog opens by itself, opens again, and leads on", async ({ page }) => {
  await goToPay(page, shopOf(servers().app));
  const loads = countFrames(page);
  await page.getByRole("link", { name: "Pay in a dialog over this page" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(heading(page)).toHaveText("Scan with your phone");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Open the payment" }).click();
  await expect(dialog).toBeVisible();
  expect(loads(), "one frame, loaded once").toBe(1);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("link", { name: "Cancel payment" }).click();
  await frame.getByRole("button", { name: "Yes, cancel" }).click();
  await page.waitForURL(/\/sandbox\/shop\/failure/);
});

test("the script is served for other sites, to be kept and asked about", async ({ request }) => {
  const { url } = servers().app;
  for (const path of ["/embed.js", "/embed/v1.js"]) {
    const answer = await request.get(`${url}${path}`);
    expect(answer.status(), path).toBe(200);
    expect(await answer.body()).toEqual(servedScript());
    const { etag = "", ...headers } = answer.headers();
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=3600, must-revalidate",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    const again = await request.get(`${url}${path}`, { headers: { "If-None-Match": etag } });
    expect(again.status(), path).toBe(304);
  }
});
