import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { decideAtBank, pickBank } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { createApp, makeAccount, openWebview } from "../payer/app-user.ts";

const SCHEME = "cornercoffee";

/** Everything sent, except the address that the app opened. */
function listenTo(context: BrowserContext) {
  const heard: string[] = [];
  const listen = (page: Page) => {
    page.on("console", (message) => heard.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => heard.push(`error: ${error.stack}`));
    page.on("framenavigated", (frame) => heard.push(`address: ${frame.url()}`));
  };
  context.on("page", listen);
  context.pages().forEach(listen);
  context.on("request", async (request) => {
    const headers = await request.allHeaders();
    heard.push(`referer: ${headers["referer"] ?? ""}`);
    // The app's address contains the secret. Other requests must not.
    const isOpenedByApp = new URL(request.url()).pathname === "/secure";
    if (!isOpenedByApp) heard.push(`request: ${request.url()} ${request.postData() ?? ""}`);
  });
  context.on("response", async (response) => {
    const { location = "", "set-cookie": cookies = "" } = await response.allHeaders();
    heard.push(`answer: ${location} ${cookies}`);
  });
  return heard;
}

async function keptBy(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  const { entries } = await cdp.send("Page.getNavigationHistory");
  await cdp.detach();
  const inside = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      document.referrer,
      document.cookie,
      window.name,
      document.documentElement.outerHTML,
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      performance.getEntries().map(({ name }) => name),
    ]),
  );
  return [
    ...entries.map(({ url, userTypedURL, title }) => `${url} ${userTypedURL} ${title}`),
    inside,
  ];
}

function logLines(): string {
  return readdirSync("test-results")
    .filter((name) => name.endsWith(".log"))
    .map((name) => readFileSync(join("test-results", name), "utf8"))
    .join("\n");
}

test("token and JWT are gone after the first load", async ({ browser, request }) => {
  const { app: server } = servers();
  const account = await makeAccount({ isWhitelisted: true });
  const app = createApp(request, server, account.keys.direct);
  const jwt = await app.logIn({ email: "canary@mail.example" });
  const { redirectUrl } = await app.create(jwt);
  const token = new URL(redirectUrl).searchParams.get("token") ?? "";
  expect(token).toMatch(/^[\w-]{43}$/);

  const page = await openWebview(browser);
  const heard = listenTo(page.context());
  const kept: string[] = [];
  await page.goto(app.link(redirectUrl, jwt, SCHEME));
  await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  kept.push(...(await keptBy(page)));
  await pickBank(page);
  kept.push(...(await keptBy(page)));
  await decideAtBank(page, "Approve");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  kept.push(...(await keptBy(page)));
  // A rejected link must not leak either.
  const other = await app.create(jwt);
  const otherToken = new URL(other.redirectUrl).searchParams.get("token") ?? "";
  await page.goto(app.link(other.redirectUrl, `${jwt}x`, SCHEME));
  await expect(page.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
  kept.push(...(await keptBy(page)));

  const signature = jwt.split(".")[2] ?? "";
  for (const [name, secret] of Object.entries({ token, otherToken, jwt, signature })) {
    const leaks = [...heard, ...kept].filter((text) => text.includes(secret));
    expect(leaks, `${name} in the browser`).toEqual([]);
    expect(logLines().includes(secret), `${name} in a log`).toBe(false);
  }
  expect(kept.join("\n"), "the search itself works").toContain("/secure/");
});

test("a second device with the same link is asked to start again in its app", async ({
  browser,
  request,
}) => {
  const { app: server } = servers();
  const { keys } = await makeAccount({ isWhitelisted: true });
  const app = createApp(request, server, keys.direct);
  const jwt = await app.logIn({ email: "payer@mail.example" });
  const { redirectUrl } = await app.create(jwt);
  const link = app.link(redirectUrl, jwt, SCHEME);
  const page = await openWebview(browser);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  const clean = page.url();
  const thief = await openWebview(browser);
  for (const address of [
    link,
    clean,
    `${clean.split("/secure")[0]}/pay/${clean.split("/").at(-2)}`,
  ]) {
    await thief.goto(address);
    await expect(thief.getByRole("heading", { name: "Choose your bank" })).toHaveCount(0);
    await expect(thief.getByText("Corner Coffee")).toHaveCount(0);
  }
});

test("only a JWT and a token of one account open a payment", async ({ browser, request }) => {
  const { app: server } = servers();
  const parts = await Promise.all(
    [1, 2].map(async () => {
      const { keys } = await makeAccount({ isWhitelisted: true });
      const app = createApp(request, server, keys.direct);
      const jwt = await app.logIn({ email: "payer@mail.example" });
      return { app, jwt, ...(await app.create(jwt)) };
    }),
  );
  for (const [index, { app, redirectUrl }] of parts.entries()) {
    for (const [other, { jwt }] of parts.entries()) {
      if (index === other) continue;
      const page = await openWebview(browser);
      await page.goto(app.link(redirectUrl, jwt, SCHEME));
      await expect(page.getByText(/in your app/).first()).toBeVisible();
    }
  }
  for (const { app, redirectUrl, jwt } of parts) {
    const page = await openWebview(browser);
    await page.goto(app.link(redirectUrl, jwt, SCHEME));
    await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  }
});

test("return addresses that belong to no app are refused and never shown", async ({
  browser,
  request,
}) => {
  const { app: server } = servers();
  const account = await makeAccount({ isWhitelisted: true, schemes: [SCHEME] });
  const app = createApp(request, server, account.keys.direct);
  const jwt = await app.logIn({ email: "payer@mail.example" });
  const { redirectUrl } = await app.create(jwt);
  const page = await openWebview(browser);
  // Unit tests cover many more.
  const hostile = [
    "javascript:alert(1)//canary",
    "java\nscript:alert(1)//canary",
    "intent://canary#Intent;scheme=x;end",
    "https://canary.example",
  ];
  page.on("dialog", () => expect.soft("a dialog").toBe("none"));
  for (const address of hostile) {
    await page.goto(app.link(redirectUrl, jwt, address));
    await expect(
      page.getByRole("heading", { name: "We can’t take you back to the app" }),
    ).toBeVisible();
    expect(await page.content(), address).not.toContain("canary");
  }
  await page.goto(app.link(redirectUrl, jwt, SCHEME));
  await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
});
