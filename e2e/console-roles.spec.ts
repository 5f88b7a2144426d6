import { readFileSync } from "node:fs";
import { type SQL, sql } from "drizzle-orm";
import { type Browser, expect, type Page, test } from "playwright/test";
import type { Database } from "#lib/db/client.ts";
import {
  type Audience,
  addressOf,
  COMPANY,
  connect,
  furnish,
  type Ids,
  isPage,
  MADE_UP,
  type Product,
  ROUTES,
  routesOfFiles,
} from "./console-routes.ts";
import { type ConsoleUser, readLink, signIn, signUp } from "./console-user.ts";
import { anEmail } from "./people.ts";
import { servers } from "./servers.ts";

const RANKS = ["viewer", "developer", "owner"] as const;
type Role = (typeof RANKS)[number];
const RANK: Record<Audience, number> = {
  program: -1,
  public: -1,
  user: -1,
  viewer: 0,
  developer: 1,
  owner: 2,
};
/** How much of a member somebody has to be; -1 where it takes none. */
const rank = (who: Audience): number => RANK[who];

/** The owner invites somebody, who follows the link in the mail and takes a name and a password. */
async function joinAs(browser: Browser, owner: Page, role: "Developer" | "Viewer"): Promise<Page> {
  const { url } = servers().first;
  const email = anEmail();
  await owner.goto(`${url}/console/team`);
  await owner.getByLabel("E-mail address").fill(email);
  await owner.getByRole("radio", { name: role }).check();
  await owner.getByRole("button", { name: "Send invitation" }).click();
  await expect(owner.getByText(`The invitation is on its way to ${email}.`)).toBeVisible();
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${url}/console/sign-in`);
  await page.goto(await readLink(page, email, "/console/invitation"));
  await expect(page.getByRole("heading", { name: `Join ${COMPANY}` })).toBeVisible();
  await page.getByLabel("Your name").fill(`${role} Quay`);
  await page.getByLabel("Password").fill("correct-pony-battery-71");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Console" }).first()).toBeAttached();
  return page;
}

type Cast = Record<Role, Page> & { stranger: Page; nobody: Page; ids: Ids; accountId: string };

/** An account with one member of each role, the owner of another one, and somebody who is not signed in. */
async function gather(browser: Browser, product: Product): Promise<Cast & { user: ConsoleUser }> {
  const { url } = servers().first;
  const open = async () => (await browser.newContext()).newPage();
  const [owner, stranger, nobody] = [await open(), await open(), await open()];
  const user = await signUp(owner, { company: COMPANY, url });
  await signUp(stranger, { company: "Elsewhere Ltd", url });
  const developer = await joinAs(browser, owner, "Developer");
  const viewer = await joinAs(browser, owner, "Viewer");
  const known = await product.services.users.findByEmail(user.email);
  const [own] = await product.services.members.accountsOf(known?.id ?? "");
  const accountId = own?.account.id ?? "";
  const all = await product.services.members.list(accountId);
  const member = all.find(({ role }) => role === "viewer")?.userId ?? "";
  const ids = await furnish(product, accountId, member);
  // One invitation stays open, for its buttons to be there.
  await owner.goto(`${url}/console/team`);
  await owner.getByLabel("E-mail address").fill(anEmail());
  await owner.getByRole("button", { name: "Send invitation" }).click();
  await expect(owner.getByText("The invitation is on its way")).toBeVisible();
  return { owner, developer, viewer, stranger, nobody, ids, accountId, user };
}

/** What a browser is answered, without following where it is led. */
async function ask(page: Page, address: string) {
  const answer = await page.request.get(address, { maxRedirects: 0 });
  const to = answer.headers()["location"] ?? "";
  const path = to && new URL(to, address).pathname.replace(/^\/console/, "");
  return { status: answer.status(), path, text: await answer.text() };
}

/** Whether a route gave what it has, or led on to another page of the same audience. */
function isOpen({ status, path }: { status: number; path: string }): boolean {
  const isShut = ["/sign-in", "/second-step", "/not-allowed", "/accounts"].includes(path);
  return status === 200 || status === 204 || ([303, 307, 308].includes(status) && !isShut);
}

type SentForm = { page: string; action: string; fields: [string, string | null][] };

/** The forms of a page that go to a server action, each with the values a person would find or type. */
async function formsOf(page: Page, address: string): Promise<SentForm[]> {
  const { text } = await ask(page, address);
  const found = await page.evaluate((html) => {
    const typed = (input: HTMLInputElement | HTMLTextAreaElement): string => {
      if (input.value !== "") return input.value;
      const kind = `${input.type} ${input.name}`.toLowerCase();
      if (kind.includes("mail")) return "somebody@chandlery.example";
      if (kind.includes("iban")) return "DE89370400440532013000";
      if (/url|origin/.test(kind)) return "https://shop.chandlery.example/x";
      return /number|day|amount/.test(kind) ? "30" : "changed";
    };
    const document = new DOMParser().parseFromString(html, "text/html");
    return [...document.forms].flatMap((form) => {
      const names = [...new FormData(form).keys()];
      const reference = names.find((name) => /^\$ACTION_(ID_|\d+:0$)/.test(name));
      if (reference === undefined) return [];
      const action = reference.startsWith("$ACTION_ID_")
        ? reference.slice("$ACTION_ID_".length)
        : String(JSON.parse(String(new FormData(form).get(reference))).id);
      for (const each of form.querySelectorAll<HTMLInputElement>(
        "input:not([type=file]), textarea",
      )) {
        const isText = !["hidden", "radio", "checkbox", "submit"].includes(each.type);
        if (isText && !each.name.startsWith("$")) each.value = typed(each);
      }
      const fields = [...new FormData(form)]
        .filter(([name]) => !name.startsWith("$ACTION"))
        .map(([name, value]): [string, string | null] => [
          name,
          typeof value === "string" ? value : null,
        ]);
      return [{ action, fields }];
    });
  }, text);
  return found.map((form) => ({ ...form, page: address }));
}

/** Sends a form as the console's own program would, from the browser of `page`. */
async function send(page: Page, form: SentForm): Promise<string> {
  await page.goto(`${servers().first.url}/console/not-allowed`);
  return page.evaluate(async ({ page: address, action, fields }) => {
    const body = new FormData();
    for (const [name, value] of fields) body.append(`_1_${name}`, value ?? new File([], ""));
    // The arguments of the action as React writes them: no state before, and the form.
    body.append("0", JSON.stringify(["$undefined", "$K1"]));
    const headers = { "Next-Action": action, Accept: "text/x-component" };
    const answer = await fetch(address, { method: "POST", headers, body, redirect: "manual" });
    return `${answer.status} ${await answer.text()}`;
  }, form);
}

/** The rows of a query. Drizzle leaves their type to the engine, and the cast is where this file says it. */
async function rowsOf<R>(db: Database, query: SQL): Promise<R[]> {
  return ((await db.execute(query)) as unknown as { rows: R[] }).rows;
}

/** All an account has in the database, but for what changes without anybody's doing. */
async function stateOf(db: Database, accountId: string): Promise<string> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id'
      and table_name not in ('sessions', 'deliveries', 'delivery_attempts', 'webhook_endpoints')
    order by 1
  `,
  );
  expect(tables.length).toBeGreaterThan(5);
  const parts: unknown[] = [];
  for (const { name } of [...tables, { name: "accounts" }]) {
    const column = sql.identifier(name === "accounts" ? "id" : "account_id");
    const table = sql.identifier(name);
    const found = await rowsOf(
      db,
      sql`select coalesce(json_agg(t order by t::text), '[]') as found from ${table} t where ${column} = ${accountId}`,
    );
    parts.push([name, found]);
  }
  // Of an endpoint and its deliveries, what people decide.
  const decided = await rowsOf(
    db,
    sql`
    select e.id, e.url, e.disabled_at, e.sealed_secret, count(d.id) as deliveries
    from webhook_endpoints e left join deliveries d on d.endpoint_id = e.id
    where e.account_id = ${accountId} group by e.id order by e.id
  `,
  );
  parts.push(decided);
  return JSON.stringify(parts, undefined, 1);
}

test("the table of this file names every route of the console", () => {
  expect(Object.keys(ROUTES).sort()).toEqual([...routesOfFiles().keys()].sort());
});

test("every route of an account asks who is there by itself", () => {
  for (const [route, { file }] of routesOfFiles()) {
    const who = ROUTES[route]?.who ?? "owner";
    if (who === "public" || who === "program") continue;
    const asks = /\b(requireVisit|requireSession|demandVisit|demandSession)\(/;
    const leadsOn = /\bredirect\(consolePath\(/;
    const text = readFileSync(file, "utf8");
    expect(asks.test(text) || leadsOn.test(text), file).toBe(true);
  }
});

test.describe("an account with members of every role", () => {
  test.setTimeout(300_000);

  test("shows each page to whom it is for, and nothing to anybody else", async ({ browser }) => {
    const product = connect();
    try {
      const cast = await gather(browser, product);
      for (const [route, { who }] of Object.entries(ROUTES)) {
        if (who === "program") continue;
        await test.step(route, () => checkRoute(cast, route, who));
      }
    } finally {
      await product.services.close();
    }
  });

  test("refuses every form of a page to whose role it is not for, and changes nothing", async ({
    browser,
  }) => {
    const product = connect();
    try {
      const cast = await gather(browser, product);
      const pages = Object.keys(ROUTES).filter((route) => isPage(route) && rank(who(route)) >= 0);
      const formsFor = async (page: Page) => {
        const lists: SentForm[][] = [];
        for (const route of pages) lists.push(await formsOf(page, addressOf(route, cast.ids)));
        return lists.flat();
      };
      const shown = {
        owner: await formsFor(cast.owner),
        developer: await formsFor(cast.developer),
        viewer: await formsFor(cast.viewer),
      };
      await expectFewForms(cast);
      const before = await stateOf(product.db, cast.accountId);
      const counts: Record<string, number> = {};
      for (const role of ["viewer", "developer"] as const) {
        const own = new Set(shown[role].map(({ action }) => action));
        const foreign = shown.owner.filter(({ action }) => !own.has(action));
        counts[role] = new Set(foreign.map(({ action }) => action)).size;
        for (const form of foreign) {
          const answer = await send(cast[role], form);
          expect(answer, `${role} sends a form of ${form.page}`).toContain('"code":"forbidden"');
        }
        expect(await stateOf(product.db, cast.accountId), role).toEqual(before);
      }
      expect(counts["viewer"]).toBeGreaterThan(15);
      expect(counts["developer"]).toBeGreaterThan(8);
      expect(counts["viewer"]).toBeGreaterThan(counts["developer"] ?? 0);

      // The same way of sending does something for whom the form is for.
      const invite = shown.owner.find(({ fields }) => fields.some(([name]) => name === "email"));
      if (!invite) throw new Error("the owner has no form to invite with");
      expect(await send(cast.owner, invite)).toContain('"ok":true');
      expect(await stateOf(product.db, cast.accountId)).not.toEqual(before);
    } finally {
      await product.services.close();
    }
  });

  test("is gone for who was removed, from the next click on", async ({ browser }) => {
    const product = connect();
    try {
      const { owner, viewer, ids, user } = await gather(browser, product);
      const { url } = servers().first;
      await viewer.goto(`${url}/console/payments/${ids.payment}`);
      await expect(viewer.getByRole("heading", { level: 1 })).toContainText("€12.50");
      await owner.goto(`${url}/console/team`);
      await owner.getByRole("link", { name: "Change Viewer Quay" }).click();
      await owner.locator("summary").filter({ hasText: "Remove" }).click();
      await owner.getByRole("button", { name: "Remove Viewer Quay" }).click();
      await expect(owner.getByText("That person no longer belongs")).toBeVisible();
      await viewer.reload();
      await expect(viewer.getByRole("heading", { name: "Your accounts" })).toBeVisible();
      await expect(viewer.getByText(COMPANY)).toHaveCount(0);
      const again = await (await browser.newContext()).newPage();
      await signIn(again, user, url);
      await expect(again.getByText(COMPANY).first()).toBeAttached();
    } finally {
      await product.services.close();
    }
  });
});

function who(route: string): Audience {
  return ROUTES[route]?.who ?? "owner";
}

async function checkRoute(cast: Cast, route: string, audience: Audience): Promise<void> {
  const address = addressOf(route, cast.ids);
  const isForMembers = rank(audience) >= 0;
  const nobody = await ask(cast.nobody, address);
  expect(nobody.text, "nothing for who is not signed in").not.toContain(COMPANY);
  if (audience === "public") expect(nobody.status).toBeLessThan(500);
  else if (isPage(route)) expect([nobody.path, nobody.status]).toEqual(["/sign-in", 307]);
  else expect(nobody.status).toBe(401);

  for (const role of RANKS) {
    const answer = await ask(cast[role], address);
    const what = `${role}: ${answer.status} ${answer.path}`;
    if (audience === "public") expect(answer.status, what).toBeLessThan(500);
    else if (!isForMembers || rank(role) >= rank(audience)) expect(isOpen(answer), what).toBe(true);
    else if (isPage(route)) expect([answer.path, answer.status]).toEqual(["/not-allowed", 307]);
    else expect(answer.status, what).toBe(403);
  }
  // Whom it is for gets a page with something on it, so that the refusals above mean something.
  const owner = await ask(cast.owner, address);
  if (isForMembers && isPage(route) && owner.status === 200) expect(owner.text).toContain("Heron");
  await checkStranger(cast, route, audience);
}

async function checkStranger(cast: Cast, route: string, audience: Audience): Promise<void> {
  const stranger = await ask(cast.stranger, addressOf(route, cast.ids));
  expect(stranger.text, "nothing for an owner of another account").not.toContain("Heron");
  if (addressOf(route, cast.ids) !== addressOf(route, MADE_UP)) {
    expect(stranger.status, "an id of another account").toBe(404);
    expect((await ask(cast.owner, addressOf(route, MADE_UP))).status, "no id at all").toBe(404);
  } else if (audience !== "public") expect(isOpen(stranger)).toBe(true);
}

/** What a viewer may send from the pages of an account is little, and known. */
async function expectFewForms({ viewer, ids }: Cast): Promise<void> {
  const frame = await formsOf(viewer, addressOf("/not-allowed", ids));
  const ofFrame = new Set(frame.map(({ action }) => action));
  for (const route of Object.keys(ROUTES)) {
    if (!isPage(route) || rank(who(route)) < 0) continue;
    const forms = await formsOf(viewer, addressOf(route, ids));
    const own = new Set(forms.map(({ action }) => action).filter((each) => !ofFrame.has(each)));
    expect(own.size, `forms of ${route} for a viewer`).toBeLessThanOrEqual(
      ROUTES[route]?.forms ?? 0,
    );
  }
}
