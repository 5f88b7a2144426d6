import { readFile } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import jsqr from "jsqr";
import { expect, type Page } from "playwright/test";
import { PNG } from "pngjs";
import { readRectangles, rectanglesOfPdf } from "#lib/testing/printed-code.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { readPdf } from "../kit/pdf.ts";
import { chooseBank, decideAtBank, takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { type Account, test } from "./console-account.ts";
import type { Product } from "./console-routes.ts";

const ADDRESS = /^http:\/\/localhost:\d+\/l\/[0-9a-z]{12}$/;

const codeOf = (page: Page) => page.getByRole("img", { name: "QR code of this link" });

/** A visitor presses *Pay*. Returns the id of the payment. */
async function visit({ services }: Product, { accountId }: Account, id: string): Promise<string> {
  const { token } = await services.links.find({ accountId, id });
  await services.links.pay({ token, browser: crypto.randomUUID(), address: undefined });
  const owner = { accountId, mode: "test" } as const;
  const [payment] = await services.links.payments({ ...owner, linkId: id, limit: 1 });
  return payment?.id ?? "";
}

test("a member creates a link, a shopper pays it, and the console shows so until it is stopped", async ({
  page,
  browser,
  shop: _,
}) => {
  await page.goto("/console/links");
  await expect(page.getByText("No links yet")).toBeVisible();
  await page.getByRole("link", { name: "New link" }).click();
  await page.getByRole("radio", { name: /Many times/ }).check();
  await page.getByLabel("Amount", { exact: true }).fill("3.505");
  await page.getByLabel("Description").fill("Flat white");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByText("Enter an amount such as 12.50.")).toBeVisible();
  await expect(page.getByRole("radio", { name: /Many times/ })).toBeChecked();
  await expectAccessible(page);
  await page.getByLabel("Amount", { exact: true }).fill("3,50");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("heading", { name: "Flat white", level: 1 })).toBeVisible();
  const url = await scanQr(codeOf(page));
  expect(url).toMatch(ADDRESS);
  await expect(page.getByRole("link", { name: url })).toBeVisible();

  const phone = await takePhone(browser);
  await phone.goto(url);
  await expect(phone.getByText("Flat white")).toBeVisible();
  await phone.getByRole("button", { name: "Pay €3.50" }).click();
  const opening = phone.waitForEvent("popup");
  await phone.getByRole("link", { name: "Continue to payment" }).click();
  const payer = await opening;
  await chooseBank(payer);
  await decideAtBank(payer, "Approve");
  const who = page.getByRole("region", { name: "Who paid" });
  await expect(who.getByText("Succeeded", { exact: true })).toBeVisible();
  await expect(who.getByText(/•••@mail\.example/)).toBeVisible();
  await expect(page.getByText("Paid once")).toBeVisible();
  await expectAccessible(page);
  await phone.context().close();

  await page.getByText("Stop link").click();
  await page.getByRole("button", { name: "Stop this link" }).click();
  await expect(page.getByText("This link takes no further payments.")).toBeVisible();
  await expect(codeOf(page)).toHaveCount(0);
  await page.getByRole("link", { name: "All links" }).click();
  await expect(page.getByRole("row", { name: /Flat white/ })).toContainText("Stopped");
  await page.goto("/console/settings/audit");
  await expect(page.getByRole("table").getByText("Stopped a payment link")).toBeVisible();
  const visitor = await browser.newPage();
  await visitor.goto(`${url}?lang=en`);
  await expect(
    visitor.getByRole("heading", { name: "This link is no longer in use" }),
  ).toBeVisible();
  await visitor.close();
});

test("the codes for print lead to the link, and the button is readable on any page", async ({
  page,
  browser,
  account: { accountId, userId: actor },
  shop: _,
  product: { services },
}) => {
  const input = {
    usage: "reusable",
    ...{ minAmount: 500, maxAmount: 50_000, currency: "EUR" },
    description: "Kaffee und Kuchen",
  } as const;
  const { link } = await services.links.create({ accountId, mode: "test", input, actor });
  await page.goto(`/console/links/${link.id}?language=de`);
  const download = async (name: string) => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name, exact: true }).click();
    const file = await downloading;
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };
  const png = await download("PNG");
  expect(png.name).toBe(`${link.id}.png`);
  const { data, width, height } = PNG.sync.read(png.content);
  expect(jsqr(new Uint8ClampedArray(data), width, height)?.data).toBe(link.url);

  const pdf = await download("PDF, A6");
  const { pages, text } = readPdf(pdf.content);
  expect(pages).toBe(1);
  for (const part of ["KaffeeundKuchen", "BetragIhrerWahl", "Testmodus"]) {
    expect(text).toContain(part);
  }
  const streams = pdf.content.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g);
  const drawn = [...streams].map(([, body = ""]) => inflated(body)).join("\n");
  expect(readRectangles(rectanglesOfPdf(drawn))).toBe(link.url);

  const svg = await download("SVG");
  const paper = await browser.newPage({ viewport: { width: 400, height: 400 } });
  await paper.setContent(svg.content.toString("utf8"));
  const drawing = paper.getByRole("img", { name: "QR-Code für Zahlungen an Harbour Books Ltd" });
  expect(await scanQr(drawing)).toBe(link.url);

  const html = await page.locator("pre").filter({ hasText: "<a href" }).textContent();
  await paper.setContent(
    `<!doctype html><html lang="de"><title>Shop</title><main><h1>Shop</h1>${html}</main>`,
  );
  await expect(paper.getByRole("link", { name: "Vom Bankkonto zahlen" })).toHaveAttribute(
    "href",
    link.url,
  );
  await expectAccessible(paper);
  await paper.close();
});

function inflated(body: string): string {
  try {
    return inflateSync(Buffer.from(body, "latin1")).toString("latin1");
  } catch {
    return "";
  }
}

test("a cashier takes an amount, sees it paid, and goes on with the next customer", async ({
  page,
  account,
  shop,
  product,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/console/links/till");
  await page.getByRole("button", { name: "Show code" }).click();
  await expect(page.getByText("Enter an amount such as 12.50.")).toBeVisible();
  await page.getByLabel("Amount").fill("4.20");
  await page.getByRole("button", { name: "Show code" }).click();
  await expect(page.getByRole("heading", { name: "€4.20" })).toBeVisible();
  expect(await scanQr(codeOf(page))).toMatch(ADDRESS);
  await expect(page.getByText("Waiting for a payment")).toBeVisible();
  await expectAccessible(page);
  const [, id = ""] = /\/links\/(plink_\w+)\/till/.exec(page.url()) ?? [];
  await shop.drive(await visit(product, account, id), "approve");
  await expect(page.getByRole("heading", { name: "Paid €4.20" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Paid €4.20" })).toBeAttached();
  await expect(codeOf(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Next customer" }).click();
  await expect(page.getByLabel("Amount")).toBeFocused();
});

test("the till shows each payment of one code as it arrives", async ({
  page,
  account,
  shop,
  product,
}) => {
  const { accountId, userId: actor } = account;
  const input = { usage: "reusable", amount: 350, currency: "EUR" } as const;
  const { links } = product.services;
  const { link } = await links.create({ accountId, mode: "test", input, actor });
  await page.goto(`/console/links/${link.id}/till`);
  const payments = page.getByRole("region", { name: "Payments" });
  await expect(payments.getByText("Waiting for a payment")).toBeVisible();
  for (const count of [1, 2]) {
    await shop.drive(await visit(product, account, link.id), "approve");
    await expect(payments.getByText("Paid €3.50")).toHaveCount(count);
  }
  expect(await scanQr(codeOf(page))).toBe(link.url);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size);
    const box = await codeOf(page).boundingBox();
    expect(box?.width).toBeGreaterThan(220);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
  }
});

test("without scripts a link is created, and errors stand beside their fields", async ({
  browser,
  context,
  shop: _,
}) => {
  const plain = await browser.newContext({
    baseURL: servers().app.url,
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  const page = await plain.newPage();
  await page.goto("/console/links/new");
  await page.getByRole("radio", { name: /The payer/ }).check();
  await page.getByLabel("At least").fill("50");
  await page.getByLabel("At most").fill("5");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByLabel("At most")).toHaveAccessibleDescription(
    "Enter at least as much as in the first field.",
  );
  await page.getByLabel("At most").fill("500");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("heading", { name: "€50.00 to €500.00", level: 1 })).toBeVisible();
  await plain.close();
});
