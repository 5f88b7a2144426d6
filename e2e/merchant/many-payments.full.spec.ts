import { type APIRequestContext, expect, test } from "playwright/test";
import { anEmail, decideAtBank, pickBank } from "../kit/people.ts";
import { type Server, servers } from "../kit/servers.ts";
import { createApp, makeAccount, openWebview } from "../payer/app-user.ts";

const PAYMENTS = 61;
// Per JWT.
const MAX_CREATIONS = 20;

async function makeLinks(request: APIRequestContext, server: Server): Promise<string[]> {
  const { keys } = await makeAccount({ isWhitelisted: true });
  const app = createApp(request, server, keys.direct);
  const links: string[] = [];
  let jwt = "";
  while (links.length < PAYMENTS) {
    if (links.length % MAX_CREATIONS === 0) jwt = await app.logIn({ email: anEmail() });
    const { redirectUrl } = await app.create(jwt, { externalId: `many-${links.length}` });
    links.push(app.link(redirectUrl, jwt, "cornercoffee"));
  }
  return links;
}

test("a browser with sixty earlier payments pays one more", async ({ browser, request }) => {
  test.setTimeout(180_000);
  const { first } = servers();
  const links = await makeLinks(request, first);
  const page = await openWebview(browser);
  const [oldest = "", ...others] = links;
  const latest = others.pop() ?? "";
  await page.goto(oldest);
  await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  const oldestUrl = page.url();
  await page.goto(first.url);
  // A script opens them as fast as possible, and the browser keeps the cookies.
  await page.evaluate(async (urls) => {
    for (const url of urls) await fetch(url, { redirect: "manual" });
  }, others);
  await page.goto(latest);

  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name.includes("bankside-pay-"))).toHaveLength(10);
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  expect(header.length).toBeLessThan(8 * 1024);

  await pickBank(page);
  await decideAtBank(page, "Approve");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  const forgotten = await page.goto(oldestUrl);
  expect(forgotten?.status()).toBeLessThan(400);
});
