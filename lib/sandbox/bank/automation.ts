import type { Outcome } from "#lib/banks/sandbox/behaviours.ts";
import { AppError } from "#lib/platform/failures/errors.ts";

const TIMEOUT_MS = 10_000;

/**
 * @throws AppError `test_mode_only` for an address of no sandbox payment, `outcome_not_possible` when the payment can't reach it
 * any more, `bank_unavailable` when the bank does not respond
 */
export function createAutomation(sandboxBankUrl: string) {
  const approvalPrefix = `${sandboxBankUrl.replace(/\/+$/, "")}/approve/`;

  function automationUrlOf(approvalUrl: string): string {
    const token = approvalUrl.startsWith(approvalPrefix)
      ? approvalUrl.slice(approvalPrefix.length)
      : "";
    if (!/^[\w-]{16,128}$/.test(token)) {
      throw new AppError("test_mode_only", { detail: "This is not a payment at the sandbox bank" });
    }
    return approvalPrefix.replace(/approve\/$/, `automation/${token}`);
  }

  return async function actAtSandboxBank(approvalUrl: string, outcome: Outcome): Promise<void> {
    const status = await post(automationUrlOf(approvalUrl), { outcome });
    if (status === 200) return;
    if (status === 409) {
      throw new AppError("outcome_not_possible", {
        detail: `The payment at the sandbox bank does not allow the outcome ${outcome} now`,
      });
    }
    throw new AppError("bank_unavailable", { retryAfterSeconds: 5 });
  };
}

async function post(url: string, body: unknown): Promise<number> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    throw new AppError("bank_unavailable", { retryAfterSeconds: 5, cause: error });
  }
}
