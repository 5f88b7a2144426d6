import { expect } from "playwright/test";
import { servers } from "../kit/servers.ts";
import { test } from "./console-account.ts";

const KEY = /^sk_test_[\w-]{43}$/;

test("a key with scopes does only what was chosen, and an owner takes scopes from a web key", async ({
  page,
  request,
  account: _,
}) => {
  const status = async (key: string, path: string) => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await request.get(`${servers().app.url}/api${path}`, { headers })).status();
  };
  const readKey = async () => {
    await expect(page.getByRole("heading", { name: "Your new API key" })).toBeVisible();
    return (await page.getByText(KEY).first().textContent()) ?? "";
  };
  await page.goto("/console/installations");
  await page.getByRole("link", { name: "Manage keys with scopes" }).click();
  await expect(page.getByText("No test keys with scopes yet.")).toBeVisible();
  await page.getByLabel("Name").fill("Deployment");
  await page.getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByText("Choose at least one.")).toBeVisible();
  await page.getByRole("checkbox", { name: /^Manage webhooks/ }).check();
  await page.getByRole("button", { name: "Create API key" }).click();
  const scoped = await readKey();
  expect(await status(scoped, "/webhook-endpoints")).toBe(200);
  expect(await status(scoped, "/transactions")).toBe(403);
  await page.getByRole("link", { name: "I've saved the key" }).click();
  const row = page.getByRole("row", { name: /Deployment/ });
  await expect(row).toContainText("endpoints");
  await row.getByRole("link", { name: "Deployment" }).click();
  await expect(page.getByText("A key with scopes can do nothing else.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Manage webhooks" })).toBeVisible();

  await page.goto("/console/installations/web");
  await page.getByLabel("Name").fill("Shop server");
  await page.getByRole("button", { name: "Create API key" }).click();
  const web = await readKey();
  expect(await status(web, "/webhook-endpoints")).toBe(200);
  await page.goto("/console/installations/web");
  await page.getByRole("link", { name: "Shop server" }).click();
  await page.getByRole("checkbox", { name: /^Manage webhooks/ }).uncheck();
  await page.getByRole("button", { name: "Save scopes" }).click();
  await expect.poll(() => status(web, "/webhook-endpoints")).toBe(403);
  expect(await status(web, "/transactions")).toBe(200);
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^Manage webhooks/ })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: /^Refund/ })).toBeChecked();
});
