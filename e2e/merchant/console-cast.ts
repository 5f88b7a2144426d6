import type { Page } from "playwright/test";
import { ROLES, type Role } from "#lib/identity/model/roles.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { anEmail } from "../kit/people.ts";
import { createMember, openSession, test as withProduct } from "./console-account.ts";
import { addressOf, COMPANY, furnish, type Ids, type Product } from "./console-routes.ts";

/** `stranger` owns another account, `visitor` is signed out. */
export type Cast = Record<Role | "stranger" | "visitor", Page> & { ids: Ids; accountId: string };

let gathered: Promise<Cast> | undefined;

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
  // An invitation adds its buttons to the page.
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
    // From this page, scripts may send forms to the console.
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

export async function ask(page: Page, address: string, sent: Record<string, string> = {}) {
  const response = await page.request.get(address, { maxRedirects: 0, headers: sent });
  const to = response.headers()["location"] ?? "";
  const path = to && new URL(to, address).pathname.replace(/^\/console/, "");
  const [status, headers] = [response.status(), response.headers()];
  return { status, path, headers, text: await response.text() };
}

/** -1 if the route needs no role. */
export const rankOf = (audience: string): number => (ROLES as readonly string[]).indexOf(audience);
