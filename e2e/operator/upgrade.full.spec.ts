import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import {
  type APIRequestContext,
  type Browser,
  chromium,
  expect,
  type FrameLocator,
  type Page,
  test,
} from "playwright/test";
import { z } from "zod";
import { type PostgresServer, startPostgres } from "#lib/testing/postgres-server.ts";
import { type AppServer, startAppServer } from "../../scripts/app-server.ts";
import { UPGRADED_PORT } from "../../scripts/ports.ts";
import { browserOptions } from "../kit/browser.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import {
  anEmail,
  bankButton,
  decideAtBank,
  enterCode,
  goToPay,
  verifyByCode,
} from "../kit/people.ts";
import { shopOf } from "../kit/servers.ts";
import { createApp } from "../payer/app-user.ts";
import { actionIds, copyProject, EARLIER } from "./earlier-build.ts";

// Both use one port and one copy of the project.
test.describe.configure({ mode: "serial", timeout: 600_000 });
// Screenshots of fifteen pages would take the most time.
test.use({ trace: { mode: "retain-on-failure", screenshots: false } });

const demoSchema = z.object({
  keys: z.object({ web: z.string(), direct: z.string() }),
  console: z.object({ email: z.string(), password: z.string() }),
});
type Demo = z.infer<typeof demoSchema>;

/** Open while the server is replaced. */
type OpenForm = {
  name: string;
  at: Page | FrameLocator;
  fill?: () => Promise<void>;
  send: () => Promise<void>;
  isThere: () => Promise<void>;
  /** How often the form's action was performed. */
  count: () => Promise<number>;
  /** Continues to the outcome. */
  goOn: () => Promise<void>;
};

type Stage = {
  server: AppServer;
  demo: Demo;
  request: APIRequestContext;
  count: (statement: string, value: string) => Promise<number>;
};

let postgres: PostgresServer;
let earlier: ReturnType<typeof copyProject>;
test.beforeAll(async () => {
  postgres = await startPostgres();
  earlier = copyProject();
});
test.afterAll(async () => {
  earlier?.remove();
  await postgres?.stop();
});

const heading = (at: Page | FrameLocator, name: string | RegExp) =>
  at.getByRole("heading", { name, exact: true });

const STARTED = "select count(*)::int as count from payment_attempts where transaction_id = $1";

async function cancelInFrame({ server, count }: Stage, page: Page): Promise<OpenForm> {
  const { checkout, orderId } = await goToPay(page, shopOf(server));
  await checkout.getByRole("link", { name: "Cancel payment" }).click();
  const yes = checkout.getByRole("button", { name: "Yes, cancel" });
  await expect(yes).toBeVisible();
  const cancelled =
    "select count(*)::int as count from transactions where metadata->>'orderId' = $1 and status = 'failed'";
  return {
    name: "checkout in a frame",
    at: checkout,
    send: () => yes.click(),
    isThere: () => expect(yes).toBeVisible(),
    count: () => count(cancelled, orderId),
    goOn: () => expect(heading(checkout, "Payment cancelled")).toBeVisible(),
  };
}

async function giveEmail({ server, demo, request, count }: Stage, page: Page): Promise<OpenForm> {
  const { id, reference } = await createMerchantServer(request, server, demo.keys.web).create();
  await page.goto(`${server.url}/pay/${reference}`);
  const email = anEmail();
  const field = page.getByLabel("E-mail address");
  return {
    name: "payer's e-mail",
    at: page,
    fill: () => field.fill(email),
    send: () => page.getByRole("button", { name: "Send code" }).click(),
    isThere: () => expect(heading(page, "Confirm it’s you")).toBeVisible(),
    count: () =>
      count("select count(*)::int as count from payer_codes where transaction_id = $1", id),
    async goOn() {
      await expect(heading(page, "Enter the code")).toBeVisible();
      await enterCode(page, email);
      await expect(heading(page, "Choose your bank")).toBeVisible();
    },
  };
}

async function choose(page: Page, name: string, started: () => Promise<number>): Promise<OpenForm> {
  const title = heading(page, "Choose your bank");
  await expect(title).toBeVisible();
  return {
    name,
    at: page,
    send: () => bankButton(page).click(),
    isThere: () => expect(title).toBeVisible(),
    count: started,
    async goOn() {
      await decideAtBank(page, "Approve");
      await expect(heading(page, /^Paid /)).toBeVisible();
    },
  };
}

async function approve({ server, demo, request, count }: Stage, page: Page) {
  const { id, reference } = await createMerchantServer(request, server, demo.keys.web).create();
  await page.goto(`${server.url}/pay/${reference}`);
  await verifyByCode(page);
  const started = () => count(STARTED, id);
  const form = await choose(page, "payer's approval", started);
  const twin = await page.context().newPage();
  // Otherwise it follows the other tab to the result.
  await twin.route("**/checkout/events?*", (route) => route.abort());
  await twin.goto(page.url());
  await expect(heading(twin, "Choose your bank")).toBeVisible();
  return { form, twin: { page: twin, started } };
}

async function approveInWebview({ server, demo, request, count }: Stage, page: Page) {
  const app = createApp(request, server, demo.keys.direct);
  const jwt = await app.logIn({ email: anEmail() });
  const { id, redirectUrl } = await app.create(jwt);
  await page.goto(app.link(redirectUrl, jwt));
  await verifyByCode(page);
  return choose(page, "webview's approval", () => count(STARTED, id));
}

async function signIn({ server, demo, count }: Stage, page: Page): Promise<OpenForm> {
  await page.goto(`${server.url}/console/sign-in`);
  const opened =
    "select count(*)::int as count from sessions s join users u on u.id = s.user_id where u.email = $1";
  let before: number | undefined;
  return {
    name: "sign-in",
    at: page,
    async fill() {
      await page.getByLabel("E-mail address").fill(demo.console.email);
      await page.getByLabel("Password").fill(demo.console.password);
    },
    send: () => page.getByRole("button", { name: "Sign in", exact: true }).click(),
    isThere: () => expect(page.getByLabel("Password")).toHaveValue(""),
    async count() {
      const sessions = await count(opened, demo.console.email);
      before ??= sessions;
      return sessions - before;
    },
    goOn: () => page.waitForURL(({ pathname }) => pathname === "/console"),
  };
}

async function createKey(stage: Stage, page: Page): Promise<OpenForm> {
  const signedOut = await signIn(stage, page);
  await signedOut.fill?.();
  await signedOut.send();
  await signedOut.goOn();
  await page.goto(`${stage.server.url}/console/installations/web`);
  const name = `Key ${randomBytes(4).toString("hex")}`;
  const field = page.getByLabel("Name");
  return {
    name: "console",
    at: page,
    fill: () => field.fill(name),
    send: () => page.getByRole("button", { name: "Create API key" }).click(),
    isThere: () => expect(field).toBeVisible(),
    count: () => stage.count("select count(*)::int as count from api_keys where name = $1", name),
    goOn: () => expect(heading(page, "Your new API key")).toBeVisible(),
  };
}

/** Each flow in its own context. */
async function openAll(stage: Stage, browser: Browser) {
  const page = async () => (await browser.newContext()).newPage();
  const [{ form, twin }, ...others] = await Promise.all([
    approve(stage, await page()),
    cancelInFrame(stage, await page()),
    giveEmail(stage, await page()),
    approveInWebview(stage, await page()),
    signIn(stage, await page()),
    createKey(stage, await page()),
  ]);
  const forms = [form, ...others];
  for (const { fill } of forms) await fill?.();
  return { forms, twin };
}

for (const { title, isTaken } of [
  { title: "an earlier build whose actions are others", isTaken: false },
  { title: "an earlier build of nearly the same source, made elsewhere", isTaken: true },
]) {
  test(`forms of ${title} leave no payer at a dead end, and act once`, async ({
    browser,
    request,
  }) => {
    if (isTaken) earlier.restoreActionIds();
    else earlier.changeActionIds();
    await earlier.build();
    const [former, present] = [actionIds(earlier.root), actionIds(".")];
    if (isTaken) expect(former).toEqual(present);
    else expect(Object.values(present)).not.toContain(Object.values(former)[0]);

    const database = await postgres.createDatabase(isTaken ? "same" : "other");
    const pool = new pg.Pool({ connectionString: database });
    const variables = { DATABASE_URL: database, APP_SECRET: randomBytes(32).toString("hex") };
    let server = await startAppServer(UPGRADED_PORT, variables, earlier.root);
    const scriptless = await chromium.launch(
      browserOptions("--blink-settings=scriptEnabled=false"),
    );
    try {
      const stage: Stage = {
        server,
        request,
        demo: demoSchema.parse(JSON.parse(readFileSync(join(server.dataDir, "demo.json"), "utf8"))),
        count: async (statement, value) => (await pool.query(statement, [value])).rows[0].count,
      };
      const merchant = createMerchantServer(request, server, stage.demo.keys.web);
      const opened = [
        { how: "with scripts", ...(await openAll(stage, browser)) },
        { how: "without", ...(await openAll(stage, scriptless)) },
      ];
      const waiting = await (await browser.newContext()).newPage();
      const { id, redirectUrl } = await merchant.create();
      await waiting.goto(redirectUrl);
      await expect(heading(waiting, "Scan with your phone")).toBeVisible();

      await server.stop();
      server = await startAppServer(UPGRADED_PORT, variables);

      for (const { how, forms, twin } of opened) {
        const steps = forms.map((form) =>
          test.step(`${form.name}, ${how}`, async () => {
            const { at, send, fill, isThere, count, goOn } = form;
            expect(await count()).toBe(0);
            await expect(at.locator(EARLIER), "nothing has loaded the page again").toHaveCount(1);
            await send();
            if (!isTaken) {
              await expect(at.locator(EARLIER)).toHaveCount(0);
              await isThere();
              expect(await count()).toBe(0);
              await fill?.();
              await send();
            }
            await goOn();
            expect(await count()).toBe(1);
          }),
        );
        await Promise.all(steps);
        await test.step(`the same approval from another tab, ${how}`, async () => {
          await expect(twin.page.locator(EARLIER)).toHaveCount(1);
          await bankButton(twin.page).click();
          await expect(twin.page.locator(EARLIER)).toHaveCount(0);
          await expect(
            twin.page.getByRole("heading", { name: /^(Paid |Already paid$)/ }),
          ).toBeVisible();
          expect(await twin.started()).toBe(1);
        });
      }
      await test.step("a waiting page follows the new build", async () => {
        await merchant.drive(id, "approve");
        await expect(heading(waiting, /^Paid /)).toBeVisible();
        await expect(waiting.locator(EARLIER)).toHaveCount(0);
      });
    } finally {
      await scriptless.close();
      await server.stop();
      await pool.end();
    }
  });
}
