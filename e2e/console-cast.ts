import type { Page } from "playwright/test";
import { ROLES, type Role } from "#lib/identity/members/roles.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { createMember, openSession, test as withProduct } from "./console-account.ts";
import { addressOf, COMPANY, furnish, type Ids, type Product } from "./console-routes.ts";
import { anEmail } from "./people.ts";

/** A browser for each role in one account, for the owner of another account, and for a visitor who is not signed in. */
export type Cast = Record<Role | "stranger" | "visitor", Page> & { ids: Ids; accountId: string };

let gathered: Promise<Cast> | undefined;

/** Tests of the roles; every worker has an account with members of every role. */
export const test = withProduct.extend<{ cast: Cast }>({
  cast: async ({ browser, product }, use) => {
    gathered ??= gather(product, async () => (await browser.newContext()).newPage());
    await use(await gathered);
  },
});

async function gather(product: Product, open: () => Promise<Page>): Promise<Cast> {
  const owner = await createMember(product, { company: COMPANY });
  const { accountId, userId } = owner;
  const members = {
    owner,
    developer: await createMember(product, { accountId, role: "developer" }),
    viewer: await createMember(product, { accountId, role: "viewer" }),
    stranger: await createMember(product, { company: "Elsewhere Ltd" }),
  };
  const ids = await furnish(product, accountId, members.viewer.userId);
  // An open invitation puts its buttons on the page.
  await product.services.invitations.invite({
    accountId,
    email: anEmail(),
    role: "viewer",
    actor: userId,
    text: createMerchantText(),
  });
  const signedIn = async (role: Role | "stranger") => {
    const page = await open();
    await openSession(product, page.context(), members[role]);
    // Scripts of this page may send forms to the console.
    await page.goto(addressOf("/not-allowed", ids));
    return page;
  };
  return {
    viewer: await signedIn("viewer"),
    developer: await signedIn("developer"),
    owner: await signedIn("owner"),
    stranger: await signedIn("stranger"),
    visitor: await open(),
    ids,
    accountId,
  };
}

/** What a browser gets at an address, without following a redirect. */
export async function ask(page: Page, address: string) {
  const answer = await page.request.get(address, { maxRedirects: 0 });
  const to = answer.headers()["location"] ?? "";
  const path = to && new URL(to, address).pathname.replace(/^\/console/, "");
  return { status: answer.status(), path, text: await answer.text() };
}

/** The rank of the role that a route asks for; -1 where it asks for none. */
export const rankOf = (audience: string): number => (ROLES as readonly string[]).indexOf(audience);
