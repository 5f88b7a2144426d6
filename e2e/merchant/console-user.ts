import { expect, type Page } from "playwright/test";
import { anEmail } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";

export type ConsoleUser = { email: string; password: string; name: string; company: string };

export const PASSWORD = "correct-pony-battery-71";

/** By mail, up to the console's first page. */
export async function signUp(
  page: Page,
  { company = "Harbour Books", url = servers().app.url }: { company?: string; url?: string } = {},
): Promise<ConsoleUser> {
  const user = { email: anEmail(), password: PASSWORD, name: "Robin Quay", company };
  // Mails are limited per network address, which all tests share.
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": someAddress() });
  await page.goto(`${url}/console/sign-up`);
  await page.getByLabel("E-mail address").fill(user.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
  await page.goto(await readLink(page, user.email, "/console/confirm"));
  await page.getByLabel("Your name").fill(user.name);
  await page.getByLabel("Company").fill(user.company);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/console");
  await page.setExtraHTTPHeaders({});
  return user;
}

export async function signIn(
  page: Page,
  { email, password }: Pick<ConsoleUser, "email" | "password">,
  url = servers().app.url,
): Promise<void> {
  await page.goto(`${url}/console/sign-in`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === "/console");
}

/** The latest, from the demo's mailbox. */
export async function readLink(page: Page, email: string, path: string): Promise<string> {
  const { origin } = new URL(page.url());
  const response = await page.request.get(
    `${origin}/sandbox/mail?${new URLSearchParams({ to: email })}`,
  );
  expect(response.status()).toBe(200);
  const escaped = path.replaceAll("/", "\\/");
  const [link] =
    new RegExp(`https?://[^"<\\s]+${escaped}\\?token=[\\w-]+`).exec(await response.text()) ?? [];
  expect(link, `a mail to ${email} with a link to ${path}`).toBeDefined();
  return link ?? "";
}

/** RFC 2544 reserves 198.18.0.0/15 for tests. */
export function someAddress(): string {
  const part = () => Math.floor(Math.random() * 256);
  return `198.18.${part()}.${part()}`;
}
