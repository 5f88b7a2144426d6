import { expect, test } from "playwright/test";
import { createBankside, isBanksideError, type Launcher } from "#sdk/js/src/index.ts";
import { anEmail, cancelPayment, decideAtBank, pickBank } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { createApp, makeAccount, openWebview } from "../payer/app-user.ts";

const SCHEME = "cornercoffee";

async function anApp(request: Parameters<typeof createApp>[0]) {
  const { app: server } = servers();
  const { keys } = await makeAccount({ isWhitelisted: true });
  return { app: createApp(request, server, keys.sdk), baseUrl: `${server.url}/api` };
}

test("initiatePayment creates and opens a payment, and returns its outcome", async ({
  browser,
  request,
}) => {
  const { app, baseUrl } = await anApp(request);
  const payUntil = (decision: "Approve" | "cancel"): Launcher => ({
    async open(address, { urlScheme }) {
      // A new view per payment, as in an app.
      const page = await openWebview(browser);
      await page.goto(address);
      const returned = page.waitForRequest((sent) => sent.url().startsWith(`${urlScheme}:`));
      if (decision === "cancel") {
        await cancelPayment(page);
      } else {
        await pickBank(page);
        await decideAtBank(page, decision);
      }
      return (await returned).url();
    },
  });
  const token = await app.logIn({ email: anEmail() });
  const pay = (amount: string, launcher: Launcher) =>
    createBankside({ baseUrl, launcher }).initiatePayment(amount, token, { cart: "c-7" }, SCHEME);

  const paid = await pay("4.5", payUntil("Approve"));
  expect(paid.status).toBe("succeeded");
  expect(await app.read(paid.transactionId)).toEqual({ status: "succeeded", failureReason: null });
  const cancelled = await pay("0.01", payUntil("cancel"));
  expect(cancelled.status).toBe("cancelled");
  expect(await app.read(cancelled.transactionId)).toEqual({
    status: "failed",
    failureReason: "cancelled",
  });
  const closed = await pay("12", { open: async () => undefined });
  expect(closed.status, "a closed view proves nothing").toBe("unknown");
  expect(await app.read(closed.transactionId)).toEqual({ status: "pending", failureReason: null });
});

test("a refusal of the service has its code", async ({ request }) => {
  const { app, baseUrl } = await anApp(request);
  const launcher: Launcher = { open: () => Promise.reject(new Error("nothing to open")) };
  const bankside = createBankside({ baseUrl, launcher });
  const codeOf = (result: Promise<unknown>) =>
    result.then(
      () => "none",
      (error: unknown) => (isBanksideError(error) ? error.code : String(error)),
    );
  const token = await app.logIn();
  expect(await codeOf(bankside.initiatePayment("12,50", token))).toBe("invalid_amount");
  expect(await codeOf(bankside.initiatePayment("1", `${token.slice(0, -4)}AAAA`))).toBe(
    "unauthorized",
  );
  const nested = { a: { b: { c: { d: { e: { f: 1 } } } } } };
  expect(await codeOf(bankside.initiatePayment("1", token, nested))).toBe("invalid_request");
});
