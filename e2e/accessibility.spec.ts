import { expect, test } from "playwright/test";
import {
  expectAccessible,
  expectForcedColours,
  expectStill,
  expectTextSpacing,
} from "./accessible.ts";
import { findTroubles } from "./fits.ts";
import { createMerchantServer } from "./merchant.ts";
import { anEmail } from "./people.ts";
import { servers, shopOf } from "./servers.ts";
import { createStage, show } from "./states/stage.ts";
import { SHOPPER_STATES, STATES } from "./states/table.ts";

const NARROW = { width: 320, height: 640 };

test.use({ viewport: NARROW });

test("what shuts people out is found", async ({ page }) => {
  const measures = [expectAccessible, expectStill, expectForcedColours, expectTextSpacing];
  const html = (style: string, more: string) =>
    `<!doctype html><html lang="en"><title>Page</title><style>${style}</style><main><h1>Page</h1><button>Press</button>${more}</main></html>`;
  await page.setContent(html("", "<p>Words</p>"));
  for (const measure of measures) await measure(page);
  const style = `
    @keyframes turn { to { rotate: 1turn } } h1 { animation: turn 1s infinite }
    button { border: 0 }
    p { width: 11ch; overflow: hidden; font-family: monospace; white-space: nowrap }`;
  await page.setContent(html(style, '<img src="data:,"><p>Ten digits</p>'));
  expect(await findTroubles(page), "the words fit until they are set wider").toEqual([]);
  for (const measure of measures) {
    await expect(measure(page), measure.name).rejects.toThrow(page.url());
  }
});

for (const [name, state] of Object.entries(STATES)) {
  test(`${name} can be read by everybody`, async ({ page, context, browser, request }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await show(state, await createStage({ page, context, browser, request }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(state.heading);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await expectStill(page);
    await expectForcedColours(page);
    await expectTextSpacing(page);
  });
}

for (const [name, state] of SHOPPER_STATES) {
  test(`${name} can be read from right to left`, async ({ page, context, browser, request }) => {
    await show(state, await createStage({ page, context, browser, request }), "ar");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\p{Script=Arabic}/u);
    await expectAccessible(page);
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("what a form refuses can be read by everybody", async ({ page, request }) => {
      const merchant = createMerchantServer(request, servers().app);
      const { reference } = await merchant.create();
      await page.goto(`/pay/${reference}/verify`);
      await page.getByLabel("E-mail address").fill("nobody@mail");
      await page.getByRole("button", { name: "Send code" }).click();
      await expect(page.getByText("Enter an e-mail address such as")).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel("E-mail address").fill(anEmail());
      await page.getByRole("button", { name: "Send code" }).click();
      await page.getByLabel("Six-digit code").fill("12345");
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
      await expect(page.getByText("This is not the code we sent last.")).toBeVisible();
      await expectAccessible(page);
    });

    test("the rest of the demo can be read by everybody", async ({ page }) => {
      const pages: [path: string, heading: string | RegExp][] = [
        ["/sandbox/bank", "Sandbox Bank"],
        ["/sandbox/mail", "Demo mailbox"],
        // An address whose pieces between the hyphens are longer than a narrow phone is wide.
        ["/sandbox/mail?to=payer-06d9bcd9-e15e-4b83-b853-0d1ba8429da9@mail.example", /^Mails to/],
        ["/nowhere", "Nothing here"],
        [`${shopOf(servers().app)}/orders`, "Your orders"],
      ];
      for (const [path, heading] of pages) {
        await page.goto(path);
        await expect(page.getByRole("heading", { name: heading })).toBeVisible();
        await expectAccessible(page);
      }
    });
  });
}
