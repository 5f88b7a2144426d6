import { and, eq } from "drizzle-orm";
import { expect, type Page } from "playwright/test";
import { notify } from "#lib/platform/db/notifications.ts";
import { letters } from "#lib/webhooks/model/letters.schema.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { anEmail } from "../kit/people.ts";
import { test } from "./console-account.ts";

const openMailbox = (page: Page, email: string) =>
  page.goto(`/sandbox/mail?${new URLSearchParams({ to: email })}`);

test("a payment takes a receipt to the shopper and a note to the member, once both are switched on", async ({
  page,
  account,
  shop,
  product: { db },
}) => {
  await page.goto("/console/settings/emails");
  await expect(page.getByText("go to the sandbox mailbox")).toBeVisible();
  await page.getByRole("checkbox", { name: /^Payments/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send receipts" }).click();
  await expect(page.getByText("Saved. It applies to payments")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop sending receipts" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^Payments/ })).toBeChecked();
  await expectAccessible(page);

  const email = anEmail();
  const order = { payer: { email }, locale: "de", description: "Zwei Bücher" };
  const { id, externalId } = await shop.create(order);
  await shop.drive(id, "approve");
  await openMailbox(page, email);
  const receipt = page.getByRole("article").filter({ hasText: "Beleg: 12,50" });
  await expect(receipt).toContainText("Zwei Bücher");
  await expect(receipt).toContainText(`Bestellung: ${externalId}`);
  await expect(receipt.getByRole("link")).toHaveAttribute("href", /\/checkout\/receipt\?shared=/);

  // The quarter of an hour is over.
  const isNote = and(eq(letters.accountId, account.accountId), eq(letters.kind, "payments"));
  await db.update(letters).set({ nextAt: new Date() }).where(isNote);
  await notify(db, "bankside_worker", id);
  await openMailbox(page, account.email);
  const note = page.getByRole("article").filter({ hasText: "Payment of €12.50 – Harbour Books" });
  await expect(note).toContainText(`${externalId}: €12.50`);
  await note.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/console/payments/${id}$`));
  const facts = page.getByRole("region", { name: "Details" });
  await expect(facts.getByText("Receipt by e-mail")).toBeVisible();
  await expect(facts.getByText(/^Sent, /)).toBeVisible();
});
