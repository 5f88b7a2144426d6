import { eq } from "drizzle-orm";
import { expect } from "playwright/test";
import { sessions } from "#lib/identity/model/schema.ts";
import { newAttempt } from "#lib/payments/attempts/attempt.ts";
import { raiseBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import { bankAlerts, paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { servers } from "../kit/servers.ts";
import { createMember, IBAN, openSession, test } from "../merchant/console-account.ts";
import { ask } from "../merchant/console-cast.ts";
import { addressOf, furnish, isPage, ROUTES } from "../merchant/console-routes.ts";
import { codeOf, openOperator, turnOnAuthenticator } from "../merchant/second-step.ts";
import { formsOf, type SentForm, send } from "../merchant/sent-forms.ts";

const PAGES = Object.keys(ROUTES).filter(
  (route) => isPage(route) && ROUTES[route]?.who === "operator",
);

test("an operator sets up a second factor, confirms an IBAN and pauses a bank", async ({
  page,
  product,
  browser,
}) => {
  const { services } = product;
  const merchant = await createMember(product, { company: "Heron & Tide Chandlery" });
  const { accountId } = merchant;
  await services.accounts.proposePayee(
    { accountId, iban: IBAN, holder: "Heron & Tide Ltd" },
    merchant.userId,
  );
  const operator = await createMember(product, { company: "Pay Ltd", name: "Sam Operator" });
  await openSession(product, page.context(), operator);
  const at = (path: string) => `${servers().app.url}/console${path}`;

  // Without the role, the address is an unknown one, byte for byte but for its nonce.
  const plain = (text: string) => text.replaceAll(/nonce="[^"]*"|nonce\\":\\"[^"\\]*/g, "");
  const hidden = await ask(page, at("/operator"));
  const unknown = await ask(page, at("/operators"));
  expect(hidden.status).toBe(404);
  expect(plain(hidden.text).length).toBe(plain(unknown.text).length);

  const { secret } = await turnOnAuthenticator(product, operator);
  await services.operators.change(operator.email, "grant", "operator");
  await page.goto(at("/operator/banks"));
  await expect(page.getByRole("heading", { name: "Confirm it's you" })).toBeVisible();
  await expect(page.getByText("Sparkasse")).toHaveCount(0);
  await page.goto(at("/operator"));
  await expect(page.getByRole("heading", { name: "Confirm it's you" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Six-digit code or recovery code").fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeVisible();

  await page.getByLabel("Name or id").fill(accountId);
  await page.getByRole("button", { name: "Find" }).click();
  const found = page.getByRole("link", { name: "Heron & Tide Chandlery" });
  await expect(found).toHaveCount(1);
  await found.click();
  await page.locator("summary").filter({ hasText: "Confirm NL91" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm IBAN" }).click();
  await expect(page.getByText("IBAN confirmed.")).toBeVisible();
  const [entry] = await services.audit.list({ accountId, limit: 1 });
  expect([entry?.action, entry?.actor]).toEqual(["payee.confirmed", operator.userId]);

  // The merchant does not learn who it was.
  const member = await (await browser.newContext()).newPage();
  await openSession(product, member.context(), merchant);
  const shown = await ask(member, at("/settings/audit"));
  expect(shown.text).toContain("Confirmed an IBAN");
  expect(shown.text).not.toContain(operator.email);
  await member.context().close();

  // Another than the next test pauses.
  await page.goto(at("/operator/banks/sandbox-cooperative"));
  await page.getByLabel("Reason").fill("Its test is being repaired");
  await page.getByRole("button", { name: "Pause bank" }).click();
  await expect(page.getByText("Paused.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Resume bank" }).click();
  await expect(page.getByText("Resumed.")).toBeVisible();

  await page.goto(at("/operator/audit"));
  const log = page.getByRole("table", { name: "Changes, newest first" });
  await expect(log.getByText("Paused a bank").first()).toBeVisible();

  await services.operators.change(operator.email, "revoke", "operator");
  expect((await page.reload())?.status()).toBe(404);
});

test("an operator settles a payment that its bank left open", async ({ page, product }) => {
  const { services, db } = product;
  const { accountId, userId } = await createMember(product, { company: "Quay Bakery" });
  const { payment } = await furnish(product, accountId, userId);
  const transaction = await services.transactions.findById(payment);
  if (!transaction) throw new Error("there is no payment");
  const begunAt = new Date(Date.now() - 6 * 24 * 60 * 60_000);
  const choice = { bankId: "sandbox-instant", payerSessionId: null, sendsPayerIban: false };
  const attempt = newAttempt(transaction, { ...choice, now: begunAt });
  const values = { status: "processing", nextPollAt: null, bankPaymentId: "left-open" } as const;
  await db.insert(paymentAttempts).values({ ...attempt, ...values });
  await db
    .update(transactions)
    .set({ status: "processing" })
    .where(eq(transactions.id, transaction.id));
  await raiseBankAlert(db, new Date(), {
    attemptId: attempt.id,
    transactionId: transaction.id,
    kind: "no_final_word",
    ourStatus: "processing",
    bankStatus: "ACSP",
    bankPaymentId: "left-open",
  });
  const [alert] = await db.select().from(bankAlerts).where(eq(bankAlerts.attemptId, attempt.id));
  await openOperator(product, page.context());
  await page.goto(`${servers().app.url}/console/operator/alerts/${alert?.id}`);
  await expect(page.getByText(transaction.id)).toBeVisible();
  await expectAccessible(page);
  const form = page.getByRole("region", { name: "Settle the payment" });
  await form.getByLabel("Outcome").selectOption("failed");
  await form.getByLabel("What the statement shows").fill("Statement of 20 November");
  await form.getByRole("button", { name: "Settle payment" }).click();
  await expect(form.getByText("The bank may still execute this payment.")).toBeVisible();
  await form.getByLabel("Outcome").selectOption("succeeded");
  await form.getByRole("button", { name: "Settle payment" }).click();
  await expect(page.getByText("Settled. The webhook is sent.")).toBeVisible();
  expect((await services.transactions.findById(transaction.id))?.status).toBe("succeeded");
  const resolved = await services.bankAlerts.get(alert?.id ?? "");
  expect(resolved?.alert.resolvedNote).toBe("Statement of 20 November");
});

test("every form of the operator's pages requires the role and a recent second factor", async ({
  browser,
  product,
}) => {
  const { services } = product;
  const merchant = await createMember(product, { company: "Heron & Tide Chandlery" });
  const ids = await furnish(product, merchant.accountId, merchant.userId);
  const { accountId, userId } = merchant;
  const holder = "Heron & Tide Ltd";
  await services.accounts.proposePayee(
    { accountId, iban: "DE89370400440532013000", holder },
    userId,
  );
  const openPage = async () => (await browser.newContext()).newPage();

  const page = await openPage();
  const operator = await openOperator(product, page.context());
  await page.goto(addressOf("/operator", ids));
  const forms: SentForm[] = [];
  for (const route of PAGES) forms.push(...(await formsOf(page, addressOf(route, ids))));
  const own = forms.filter(({ fields }) => fields.every(([name]) => name !== "code"));
  const frame = new Set(await frameForms());
  const sent = own.filter(({ action }) => !frame.has(action));
  expect(new Set(sent.map(({ action }) => action)).size).toBeGreaterThanOrEqual(7);
  const ofFactors: SentForm[] = [];
  for (const route of ["/profile/authenticator", "/profile/recovery-codes"]) {
    ofFactors.push(...(await formsOf(page, addressOf(route, ids))));
  }
  const factorForms = ofFactors.filter(({ fields }) =>
    fields.some(([name]) => name === "password"),
  );
  expect(factorForms.length).toBeGreaterThanOrEqual(2);
  const before = await changes();

  // The last factor is too long ago: only what is not dangerous runs.
  await product.db
    .update(sessions)
    .set({ secondFactorAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(sessions.userId, operator.userId));
  const dangerous = sent.filter(({ fields }) => fields.every(([name]) => name !== "note"));
  expect(dangerous.length).toBeGreaterThanOrEqual(6);
  for (const form of dangerous) {
    expect(await send(page, form), form.page).toContain('"code":"confirmation_required"');
  }
  // Not used in this session.
  await product.db
    .update(sessions)
    .set({ secondFactorAt: null })
    .where(eq(sessions.userId, operator.userId));
  for (const form of sent) {
    expect(await send(page, form), form.page).toContain('"code":"confirmation_required"');
  }
  // Nor does a password alone change factors.
  for (const form of factorForms) {
    expect(await send(page, form), form.page).toContain('"code":"confirmation_required"');
  }
  // No role: as at any unknown address.
  await services.operators.change(operator.email, "revoke", "operator");
  for (const form of sent) expect(await send(page, form), form.page).toMatch(/^409/);
  expect(await changes()).toEqual(before);

  // The same request works with all three.
  await services.operators.change(operator.email, "grant", "operator");
  await product.db
    .update(sessions)
    .set({ secondFactorAt: new Date() })
    .where(eq(sessions.userId, operator.userId));
  const pause = sent.find(({ fields }) => fields.some(([name]) => name === "reason"));
  if (!pause) throw new Error("there is no form to pause a bank");
  await send(page, pause);
  expect((await services.bankPauses.list()).map(({ bankId }) => bankId)).toContain(ids.bank);
  await services.bankPauses.resume(ids.bank, "system");
  await page.context().close();

  async function frameForms() {
    const address = addressOf("/operator/jobs", ids);
    return (await formsOf(page, address)).map(({ action }) => action);
  }

  async function changes() {
    const entries = await services.audit.list({ limit: 500 });
    return entries
      .filter(({ actor, action }) => actor === operator.userId && !action.startsWith("user."))
      .map(({ action, target }) => [action, target]);
  }
});
