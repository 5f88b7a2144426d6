import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { mountScript, openShop, RETURN, scriptTag } from "./shop.ts";

test("shows text and a link if the browser refuses the frame (complaint 8)", async ({
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
  const warned = page.waitForEvent("console", (message) => message.text().includes("/embed-check"));
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
