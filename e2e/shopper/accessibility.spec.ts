import { expect, test } from "playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { servers, shopOf } from "../kit/servers.ts";

test.use({ viewport: { width: 320, height: 640 } });

test("the rest of the demo is accessible", async ({ page }) => {
  const pages: [path: string, heading: string | RegExp][] = [
    ["/sandbox/bank", "Sandbox Bank"],
    ["/sandbox/mail", "Demo mailbox"],
    // Its parts between hyphens are wider than a narrow phone.
    ["/sandbox/mail?to=payer-06d9bcd9-e15e-4b83-b853-0d1ba8429da9@mail.example", /^E-mails to/],
    [`${shopOf(servers().app)}/orders`, "Your orders"],
  ];
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expectAccessible(page);
  }
});
