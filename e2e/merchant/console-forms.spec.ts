import { type SQL, sql } from "drizzle-orm";
import { expect, type Page } from "playwright/test";
import type { Database } from "#lib/platform/db/database.ts";
import { type Cast, rankOf, test } from "./console-cast.ts";
import { addressOf, isPage, ROUTES } from "./console-routes.ts";
import { formsOf, type SentForm, send } from "./sent-forms.ts";

const PAGES = Object.entries(ROUTES)
  .filter(([route, { who }]) => isPage(route) && rankOf(who) >= 0)
  .map(([route]) => route);

async function allForms(page: Page, { ids }: Cast): Promise<SentForm[]> {
  const lists: SentForm[][] = [];
  for (const route of PAGES) lists.push(await formsOf(page, addressOf(route, ids)));
  return lists.flat();
}

/** Drizzle leaves the row type to the engine, hence the cast. */
async function rowsOf<R>(db: Database, query: SQL): Promise<R[]> {
  return ((await db.execute(query)) as unknown as { rows: R[] }).rows;
}

/** Without columns that change by themselves. */
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
  // Only the columns that users decide.
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

test.describe.configure({ mode: "default" });
let ofOwner: Promise<SentForm[]> | undefined;

for (const [role, least] of [
  ["viewer", 16],
  ["developer", 9],
] as const) {
  test(`a ${role} can't send forms of other roles, and changes nothing`, async ({
    cast,
    product,
  }) => {
    ofOwner ??= allForms(cast.owner, cast);
    const [all, shown] = [await ofOwner, await allForms(cast[role], cast)];
    if (role === "viewer") await expectFewForms(cast, shown);
    const own = new Set(shown.map(({ action }) => action));
    const foreign = all.filter(({ action }) => !own.has(action));
    expect(new Set(foreign.map(({ action }) => action)).size).toBeGreaterThanOrEqual(least);
    const before = await stateOf(product.db, cast.accountId);
    for (const form of foreign) {
      const response = await send(cast[role], form);
      expect(response, `a form of ${form.page}`).toContain('"code":"forbidden"');
    }
    expect(await stateOf(product.db, cast.accountId)).toEqual(before);

    // The same request works for an allowed role.
    const invite = all.find(({ fields }) => fields.some(([name]) => name === "email"));
    if (!invite) throw new Error("the owner has no form to invite with");
    expect(await send(cast.owner, invite)).toContain('"ok":true');
    expect(await stateOf(product.db, cast.accountId)).not.toEqual(before);
  });
}

/** Without the forms of the console's frame. */
async function expectFewForms({ viewer, ids }: Cast, shown: SentForm[]): Promise<void> {
  const frame = await formsOf(viewer, addressOf("/not-allowed", ids));
  const ofFrame = new Set(frame.map(({ action }) => action));
  for (const route of PAGES) {
    const address = addressOf(route, ids);
    const own = shown.filter(({ page, action }) => page === address && !ofFrame.has(action));
    const allowed = ROUTES[route]?.forms ?? 0;
    expect(new Set(own.map(({ action }) => action)).size, route).toBeLessThanOrEqual(allowed);
  }
}
