import { expect, type Page } from "playwright/test";
import { startOidcProvider } from "#lib/testing/oidc-provider.ts";
import { OIDC_PORT } from "../../scripts/ports.ts";
import { expectAccessible, NARROW } from "../kit/accessible.ts";
import { anEmail } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { createMember, test } from "./console-account.ts";

// Both are the same provider.
test.describe.configure({ mode: "default" });

let provider: Awaited<ReturnType<typeof startOidcProvider>>;
test.beforeAll(async () => {
  provider = await startOidcProvider({ port: OIDC_PORT });
});
test.afterAll(() => provider.close());

const site = () => `${servers().first.url}/console`;
const go = (page: Page) => page.getByRole("link", { name: "Continue with Harbour ID" }).click();
const be = (email: string) => {
  provider.ways.user = { sub: email, email, email_verified: true, name: "Robin Quay" };
};

test("a user signs in with the provider, also without scripts, and reads why a sign-in fails", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: NARROW });
  const page = await context.newPage();
  await page.goto(`${site()}/sign-in?next=/console/profile`);
  provider.ways.refusal = "access_denied";
  await go(page);
  await expect(page.getByText("The sign-in was cancelled or refused.")).toBeVisible();
  provider.ways.refusal = undefined;
  be(anEmail());
  await go(page);
  await expect(page).toHaveURL(`${site()}/profile`);
  const [session] = (await context.cookies()).filter(({ name }) => name === "bankside-console");
  expect(session?.httpOnly).toBe(true);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("bankside-oidc");
  await context.close();
});

test("a response in another browser does not sign in", async ({ browser }) => {
  const [attacker, victim] = [await browser.newContext(), await browser.newContext()];
  be(anEmail());
  const begun = await attacker.request.get(`${site()}/sign-in/oidc`, { maxRedirects: 0 });
  const back = await provider.visit(begun.headers()["location"] ?? "");
  const page = await victim.newPage();
  await page.goto(`${site()}/sign-in/oidc/callback?${back}`);
  await expect(page.getByText("The sign-in took too long")).toBeVisible();
  expect(page.url()).not.toContain("code=");
  await Promise.all([attacker.close(), victim.close()]);
});

test("a user with a password connects the provider once", async ({ browser, product }) => {
  const user = await createMember(product);
  be(user.email);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site()}/sign-in`);
  await expectAccessible(page);
  await go(page);
  await expect(page.getByText("You already have an account here.")).toBeVisible();
  await page.getByLabel("E-mail address").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Connect Harbour ID" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page).toHaveURL(site());
  await context.clearCookies();
  await page.goto(`${site()}/sign-in`);
  await go(page);
  await expect(page).toHaveURL(site());
  await context.close();
});
