import type { Behaviour, Outcome } from "#lib/banks/sandbox/behaviours.ts";
import { automationAccount, demoAccounts, type SandboxAccount } from "./accounts.ts";
import { behaviourOf, executedAmount } from "./course.ts";
import { approveFrom, type DecisionDeps, type SandboxDecision, take } from "./decisions.ts";
import { isApproved, type SandboxPayment } from "./payment.ts";

type Deps = DecisionDeps & { visit: (returnUrl: string) => Promise<void> };

/** `behaviour`: by default, the amount selects it. */
export type Approval = {
  login: string;
  accountKey: SandboxAccount["key"];
  behaviour?: Behaviour | undefined;
};

export async function approve(
  deps: Deps,
  payment: SandboxPayment,
  { login, accountKey, behaviour = behaviourOf(payment) }: Approval,
): Promise<SandboxDecision> {
  const { currency, debtorIban } = payment;
  const offered = demoAccounts(login, currency, debtorIban);
  const account = offered.find(({ key }) => key === accountKey);
  return account ? approveAndVisit(deps, payment, account, behaviour) : { payment, changed: false };
}

export function act(
  deps: Deps,
  payment: SandboxPayment,
  outcome: Outcome,
): Promise<SandboxDecision> {
  switch (outcome) {
    case "settle":
    case "cancel":
    case "decline":
    case "insufficient_funds":
      return take(deps, payment, outcome);
    case "accept":
      return approveFrom(deps, payment, accountOf(payment, "normal"), "normal", "accept");
    default: {
      const behaviour = outcome === "approve" ? behaviourOf(payment) : outcome;
      return approveAndVisit(deps, payment, accountOf(payment, behaviour), behaviour);
    }
  }
}

export function returnUrlOf(payment: SandboxPayment): string {
  return isApproved(payment) ? payment.redirectUri : payment.nokRedirectUri;
}

async function approveAndVisit(
  deps: Deps,
  payment: SandboxPayment,
  account: SandboxAccount,
  behaviour: Behaviour,
) {
  const decision = await approveFrom(deps, payment, account, behaviour);
  if (decision.changed && behaviour === "twice") await deps.visit(returnUrlOf(decision.payment));
  return decision;
}

function accountOf(payment: SandboxPayment, behaviour: Behaviour): SandboxAccount {
  return automationAccount(payment.approvalToken, executedAmount(payment, behaviour));
}
