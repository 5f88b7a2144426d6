import { type Browser, expect, type Page } from "playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { WIDTHS } from "../kit/fits.ts";
import { CONSOLE_SCRIPTS, comeAlive, scriptsOf } from "../kit/weight.ts";
import { createMember, openSession, test as withProduct } from "./console-account.ts";
import {
  addressOf,
  COMPANY,
  furnish,
  type Ids,
  isPage,
  type Product,
  ROUTES,
} from "./console-routes.ts";
import { openOperator } from "./second-step.ts";

const PAGES = Object.keys(ROUTES).filter(
  (route) => isPage(route) && ROUTES[route]?.who !== "public" && !route.endsWith("/preview"),
);

/** An owner with data, and an operator. The browser keeps its cache. */
type Reader = { page: Page; operator: Page; ids: Ids };

/** What the browser reports as an error or a warning, such as HTML that React does not expect. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

let opened: Promise<Reader> | undefined;

const test = withProduct.extend<{ reader: Reader }>({
  reader: async ({ browser, product }, use) => {
    opened ??= open(browser, product);
    await use(await opened);
  },
});

async function open(browser: Browser, product: Product): Promise<Reader> {
  const owner = await createMember(product, { company: COMPANY });
  const ids = await furnish(product, owner.accountId, owner.userId);
  const context = await browser.newContext();
  await openSession(product, context, owner);
  const other = await browser.newContext();
  await openOperator(product, other);
  return { page: await context.newPage(), operator: await other.newPage(), ids };
}

test("the console has pages", () => {
  expect(PAGES.length).toBeGreaterThan(20);
});

for (const route of PAGES) {
  test(`${route} is accessible and fits every width`, async ({ reader: { ids, ...reader } }) => {
    const page = ROUTES[route]?.who === "operator" ? reader.operator : reader.page;
    const complaints = complaintsOf(page);
    await page.goto(addressOf(route, ids));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    }
    await expectAccessible(page);
    await comeAlive(page);
    expect(await scriptsOf(page)).toBeLessThanOrEqual(CONSOLE_SCRIPTS);
    expect(complaints).toEqual([]);
    page.removeAllListeners();
  });
}
