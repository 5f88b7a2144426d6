import { type Behaviour, behaviourPickedBy } from "#lib/banks/sandbox/behaviours.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { readBankLogin } from "#lib/next/sandbox/sandbox-bank-session.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { DemoAccountKey } from "#lib/sandbox/bank/accounts.ts";
import { getServices } from "#lib/services/index.ts";
import { openPayment, type Query, single } from "../../open-payment.ts";

type Payment = Awaited<ReturnType<typeof openPayment>>;
type Account = { key: DemoAccountKey; iban: string; balance: number };
type Words = { tab: string; title: string; lead?: string };

type Common = { text: MerchantText; words: Words; payment: Payment; problem: string | undefined };

export type Step = Common &
  (
    | { name: "login"; isWrong: boolean }
    | {
        name: "choose";
        login: string;
        accounts: Account[];
        preselected: Account["key"];
        isWrong: boolean;
      }
    | { name: "confirm"; login: string; account: Account; picked: Behaviour }
    | { name: "decided"; returnUrl: string }
  );

/** The screen to show, in this order: decided, sign in, choose an account, confirm. */
export async function openStep(params: { token: string }, query: Query): Promise<Step> {
  const { sandboxBank } = await getServices();
  const payment = await openPayment(params.token);
  const text = await merchantText();
  const { bank } = text.messages;
  const base = { text, payment, problem: problemOf(bank.problem, single(query["problem"])) };

  if (payment.status !== "RCVD") {
    const words = decidedWords(bank, payment);
    const returnUrl = sandboxBank.returnUrl(payment);
    return { ...base, name: "decided", words, returnUrl, problem: undefined };
  }

  const values = {
    amount: text.amount(payment.amount, payment.currency),
    payee: payment.creditorName,
  };
  const filled = (words: Required<Words>) => ({ ...words, lead: text.format(words.lead, values) });
  const login = await readBankLogin();
  if (login === undefined) {
    const isWrong = single(query["problem"]) === "login";
    return { ...base, name: "login", words: filled(bank.login), isWrong };
  }

  const accounts = await sandboxBank.accounts(login, payment.currency, payment.debtorIban);
  const account = accounts.find(({ key }) => key === query["account"]);
  if (account) {
    const picked = behaviourPickedBy(payment.amount);
    return { ...base, name: "confirm", words: bank.confirm, login, account, picked };
  }
  return {
    ...base,
    name: "choose",
    words: filled(bank.choose),
    login,
    accounts,
    preselected: accounts.find(({ iban }) => iban === payment.debtorIban)?.key ?? "current",
    isWrong: query["account"] !== undefined,
  };
}

function decidedWords(bank: MerchantText["messages"]["bank"], payment: Payment): Words {
  if (payment.reason === "insufficient_funds") return bank.insufficientFunds;
  const { decided } = bank;
  return Object.hasOwn(decided, payment.status)
    ? decided[payment.status as keyof typeof decided]
    : decided.CANC;
}

function problemOf(problems: Record<string, string>, name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(problems, name) ? problems[name] : undefined;
}
