import { readFileSync } from "node:fs";
import { expect, type Page } from "playwright/test";
import { ROLES } from "#lib/identity/model/roles.ts";
import { anEmail } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { createMember, openSession } from "./console-account.ts";
import { ask, type Cast, rankOf, test } from "./console-cast.ts";
import {
  type Audience,
  addressOf,
  COMPANY,
  furnish,
  isPage,
  MADE_UP,
  ROUTES,
  routesOfFiles,
} from "./console-routes.ts";
import { PASSWORD, readLink } from "./console-user.ts";

// They share one account.
test.describe.configure({ mode: "default" });

/** Routes reachable by links. */
const SHOWN = Object.entries(ROUTES)
  .map(([route, { who }]): [string, Audience] => [route, who])
  .filter(([, who]) => who !== "program" && who !== "operator");

const OPERATORS = Object.keys(ROUTES).filter((route) => ROUTES[route]?.who === "operator");

/** True for a redirect within the same audience too. */
function isOpen({ status, path }: { status: number; path: string }): boolean {
  const isShut = ["/sign-in", "/second-step", "/not-allowed", "/accounts"].includes(path);
  return status === 200 || status === 204 || ([303, 307, 308].includes(status) && !isShut);
}

test("this file's table names every route of the console", () => {
  expect(Object.keys(ROUTES).sort()).toEqual([...routesOfFiles().keys()].sort());
});

test("every route of an account checks the session itself", () => {
  for (const [route, { file }] of routesOfFiles()) {
    const who = ROUTES[route]?.who ?? "owner";
    if (who === "public" || who === "program") continue;
    const asks =
      /\b(requireVisit|requireSession|requireOperator|findOperatorDoor|demandVisit|demandSession)\(/;
    const leadsOn = /\bredirect\(consolePath\(/;
    const text = readFileSync(file, "utf8");
    expect(asks.test(text) || leadsOn.test(text), file).toBe(true);
  }
});

test("requests of Next's router get no more than those of pages, and are not stored", async ({
  cast,
}) => {
  for (const [route, who] of SHOWN.filter(([route]) => isPage(route))) {
    // Next wants a hash of other such headers in the address.
    const address = `${addressOf(route, cast.ids)}?_rsc`;
    const load = async (page: Page) => {
      const { headers, text } = await ask(page, address, { RSC: "1" });
      expect(headers["cache-control"], route).toBe("no-store");
      expect(headers["content-security-policy"], route).toContain("'strict-dynamic'");
      return text;
    };
    const seen = await load(cast.visitor);
    expect(seen, route).not.toContain(COMPANY);
    if (who !== "public") expect(seen, route).toContain("NEXT_REDIRECT;replace;/console/sign-in");
    expect(await load(cast.stranger), route).not.toContain(COMPANY);
    if (rankOf(who) <= rankOf("viewer")) continue;
    expect(await load(cast.viewer), route).toContain("NEXT_REDIRECT;replace;/console/not-allowed");
  }
});

test("no route shows anything to a visitor who is not signed in", async ({ cast }) => {
  for (const [route, who] of SHOWN) {
    const { status, path, text } = await ask(cast.visitor, addressOf(route, cast.ids));
    expect(text, route).not.toContain(COMPANY);
    if (who === "public") expect(status, route).toBeLessThan(500);
    else if (isPage(route)) expect([path, status], route).toEqual(["/sign-in", 307]);
    else expect(status, route).toBe(401);
  }
});

test("the operator's pages do not exist for other users", async ({ cast }) => {
  expect(OPERATORS.length).toBeGreaterThan(5);
  for (const who of ["visitor", "stranger", ...ROLES] as const) {
    for (const route of OPERATORS) {
      const { status, text } = await ask(cast[who], addressOf(route, cast.ids));
      expect(status, `${route} as ${who}`).toBe(404);
      expect(text, route).not.toContain(COMPANY);
      expect(text, route).not.toContain("Operator");
    }
  }
});

for (const role of ROLES) {
  test(`every route is open to a member as ${role}, or refuses`, async ({ cast }) => {
    for (const [route, who] of SHOWN) {
      const response = await ask(cast[role], addressOf(route, cast.ids));
      const what = `${route}: ${response.status} ${response.path}`;
      if (who === "public") expect(response.status, what).toBeLessThan(500);
      else if (ROLES.indexOf(role) >= rankOf(who)) expect(isOpen(response), what).toBe(true);
      else if (isPage(route))
        expect([response.path, response.status], what).toEqual(["/not-allowed", 307]);
      else expect(response.status, what).toBe(403);
      if (role === "owner") await expectContent(cast, route, who, response);
    }
  });
}

test("no route shows anything to the owner of another account", async ({ cast }) => {
  for (const [route, who] of SHOWN) {
    const address = addressOf(route, cast.ids);
    const response = await ask(cast.stranger, address);
    expect(response.text, route).not.toContain("Heron");
    if (address !== addressOf(route, MADE_UP)) expect(response.status, route).toBe(404);
    else if (who !== "public") expect(isOpen(response), route).toBe(true);
  }
});

test("an invited viewer sees the account until the owner removes them", async ({
  page,
  browser,
  product,
}) => {
  const { url } = servers().app;
  const owner = await createMember(product, { company: COMPANY });
  const { payment } = await furnish(product, owner.accountId, owner.userId);
  await openSession(product, page.context(), owner);
  const viewer = await (await browser.newContext()).newPage();
  await joinAsViewer(page, viewer);
  await viewer.goto(`${url}/console/payments/${payment}`);
  await expect(viewer.getByRole("heading", { level: 1 })).toContainText("€12.50");
  await page.goto(`${url}/console/team`);
  await page.getByRole("link", { name: "Change Viewer Quay" }).click();
  await page.locator("summary").filter({ hasText: "Remove" }).click();
  await page.getByRole("button", { name: "Remove Viewer Quay" }).click();
  await expect(page.getByText("Member removed.")).toBeVisible();
  await viewer.reload();
  await expect(viewer.getByRole("heading", { name: "Your accounts" })).toBeVisible();
  await expect(viewer.getByText(COMPANY)).toHaveCount(0);
  await viewer.context().close();
});

/** Without content, the others' refusals mean nothing. */
async function expectContent(
  { owner, ids }: Cast,
  route: string,
  who: Audience,
  { status, text }: { status: number; text: string },
): Promise<void> {
  if (rankOf(who) >= 0 && isPage(route) && status === 200) expect(text, route).toContain("Heron");
  if (addressOf(route, ids) === addressOf(route, MADE_UP)) return;
  expect((await ask(owner, addressOf(route, MADE_UP))).status, `${route} without an id`).toBe(404);
}

async function joinAsViewer(owner: Page, page: Page): Promise<void> {
  const { url } = servers().app;
  const email = anEmail();
  await owner.goto(`${url}/console/team`);
  await owner.getByLabel("E-mail address").fill(email);
  await owner.getByRole("radio", { name: "Viewer" }).check();
  await owner.getByRole("button", { name: "Send invitation" }).click();
  await expect(owner.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  await page.goto(await readLink(owner, email, "/console/invitation"));
  await expect(page.getByRole("heading", { name: `Join ${COMPANY}` })).toBeVisible();
  await page.getByLabel("Your name").fill("Viewer Quay");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Console" }).first()).toBeAttached();
}
