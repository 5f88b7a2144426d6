import { sealData } from "iron-session";
import { type BrowserContext, devices } from "playwright/test";
import type { Role } from "#lib/identity/model/roles.ts";
import { SESSION_SECONDS } from "#lib/identity/sessions/session.ts";
import { createPasswordHasher, TEST_COST } from "#lib/identity/users/password-hash.ts";
import { insertUser } from "#lib/identity/users/profiles.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { anEmail } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { empty, test as sharedTest, WIDE } from "../kit/shared-context.ts";
import type { Product } from "./console-routes.ts";
import { type ConsoleUser, PASSWORD } from "./console-user.ts";

const DESKTOP = devices["Desktop Chrome"];
export const IBAN = "NL91ABNA0417164300";

const passwordHash = createPasswordHasher({ cost: TEST_COST }).hash(PASSWORD);

/** Without an IBAN. */
export type Account = ConsoleUser & { accountId: string; userId: `usr_${string}` };

type Owner = Pick<Account, "accountId" | "userId">;

/** In a new account unless one is given. */
export async function createMember(
  { db, services }: Product,
  options: { company?: string; name?: string; accountId?: string; role?: Role } = {},
): Promise<Account> {
  const { company = "Harbour Books", name = "Robin Quay", role = "owner" } = options;
  const email = anEmail();
  const user = { email, name, passwordHash: await passwordHash };
  return db.transaction(async (tx) => {
    const userId = await insertUser(tx, user, new Date());
    if (!userId) throw new Error(`there is a user ${email}`);
    const accountId =
      options.accountId ?? (await services.accounts.open(tx, { name: company }, userId));
    await services.members.add(tx, { accountId, userId, role }, userId);
    return { accountId, userId, email, name, company, password: PASSWORD };
  });
}

export async function openSession(
  { services }: Product,
  context: BrowserContext,
  { userId }: Pick<Account, "userId">,
  { hasSecondFactor = false }: { hasSecondFactor?: boolean } = {},
): Promise<void> {
  const session = await services.sessions.open({
    userId,
    userAgent: DESKTOP?.userAgent ?? null,
    isComplete: true,
    hasSecondFactor,
  });
  const value = await sealData(
    { sessionId: session.id },
    { password: services.seal.passwords("console-session"), ttl: SESSION_SECONDS },
  );
  const { url } = servers().app;
  await context.addCookies([{ name: "bankside-console", value, url, httpOnly: true }]);
}

/** Returns the API key. */
export async function openShop({ services }: Product, owner: Owner): Promise<string> {
  const { accountId, userId: actor } = owner;
  const holder = "Harbour Books Ltd";
  await services.accounts.proposePayee({ accountId, iban: IBAN, holder }, actor);
  const { key } = await services.apiKeys.create({ accountId, method: "web", mode: "test", actor });
  return key;
}

type Fixtures = {
  account: Account;
  shop: ReturnType<typeof createMerchantServer>;
};

/** One page per worker. Services set up the data, without clicks. */
export const test = sharedTest.extend<Fixtures>({
  context: async ({ desktop }, use) => {
    await use(desktop.context());
    await empty(desktop, WIDE);
  },
  page: async ({ context: _, desktop }, use) => {
    await use(desktop);
  },
  account: async ({ product, context }, use) => {
    const account = await createMember(product);
    await openSession(product, context, account);
    await use(account);
  },
  shop: async ({ product, account, request }, use) =>
    use(createMerchantServer(request, servers().app, await openShop(product, account))),
});
