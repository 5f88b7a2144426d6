import { createHash } from "node:crypto";
import type { ReactNode } from "react";
import { mailboxPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { windowTitle } from "#components/checkout/window-title.ts";
import { AccountScreen } from "#components/payer/account-screen.tsx";
import { BankScreen } from "#components/payer/bank-screen.tsx";
import { CodeScreen } from "#components/payer/code-screen.tsx";
import { EmailScreen } from "#components/payer/email-screen.tsx";
import { ResultScreen } from "#components/payer/result-screen.tsx";
import type { BankChoice } from "#lib/banks/connector.ts";
import { DIALECT_BANKS } from "#lib/banks/sandbox/dialects.ts";
import { SANDBOX_BANKS } from "#lib/banks/sandbox/sandbox-banks.ts";
import { appReturnOf } from "#lib/next/payer/app-return.ts";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import type { LockState } from "#lib/payments/device-lock/lock.ts";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { operatorOf } from "#lib/platform/configuration/operator.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import { startPaymentAction } from "../../(payer)/steps/actions.ts";
import { CancelStep } from "../../(payer)/steps/cancel-step.tsx";
import { ElsewhereStep } from "../../(payer)/steps/elsewhere-step.tsx";
import { addPasskeyAction, verifyByPasskeyAction } from "../../(payer)/steps/passkey-actions.ts";
import { sendReceiptAction } from "../../(payer)/steps/receipt-actions.ts";
import { reportSentAction } from "../../(payer)/steps/transfer-actions.ts";
import { TransferToSend } from "../../(payer)/steps/transfer-step.tsx";
import {
  checkCodeAction,
  forgetDeviceAction,
  rememberDeviceAction,
  resendCodeAction,
  sendCodeAction,
} from "../../(payer)/steps/verify-actions.ts";
import { BrandedShell } from "../../checkout/branded-shell.tsx";
import type { Fixture } from "./fixture.ts";
import * as tabs from "./tabs.ts";
import {
  atBank,
  declined,
  doubted,
  ended,
  justBack,
  onlyTransfer,
  opened,
  processing,
  succeeded,
  viewInApp,
  viewOf,
  viewOfBooks,
  waitingElsewhere,
  withoutPage,
} from "./views.ts";

type ViewNow = () => CheckoutView;
type Parts = { title: (props: ScreenProps) => string; screen: (props: ScreenProps) => ReactNode };

const EMAIL = "payer-5f0c1f6e-3f5b-4c0e-9a39-0d8f4a1d7c52@mail.example";
const MASKED_EMAIL = "p•••@mail.example";
const CHALLENGE = "c2FtcGxl";
const USE_PASSKEY = { options: { challenge: CHALLENGE }, action: verifyByPasskeyAction };
const CREATE_PASSKEY = {
  options: {
    challenge: CHALLENGE,
    rp: { name: "Bankside" },
    user: { id: "c2FtcGxl", name: EMAIL, displayName: EMAIL },
    pubKeyCredParams: [],
  },
  action: addPasskeyAction,
};
const ofWeb = <T,>({ view }: ScreenProps, passkey: T) =>
  view.flow === "web" ? passkey : undefined;
const APP_ADDRESS = "harbourbooks://payment";

const bank = ({ id, name, logo }: (typeof SANDBOX_BANKS)[number]): BankChoice => ({
  id,
  name,
  country: "DE",
  logoPath: `/bank/logo/${createHash("sha256").update(logo).digest("hex")}`,
});
const DIALECT_CHOICES: BankChoice[] = Object.values(DIALECT_BANKS).map(({ id, name }) => ({
  id,
  name,
  country: "DE",
  isDialect: true,
}));
const BANKS = [...SANDBOX_BANKS.map(bank), ...DIALECT_CHOICES];
const ASKING = { ...DIALECT_BANKS.asks_payer, country: "DE", isDialect: true };
const SANDBOX = bank(SANDBOX_BANKS[0]);

function framed(viewNow: ViewNow, { title, screen }: Parts): Fixture {
  return (text, sum) => {
    const props = { view: { ...viewNow(), ...sum }, text };
    return { title: title(props), page: <BrandedShell {...props}>{screen(props)}</BrandedShell> };
  };
}

const order = (viewNow: ViewNow): Fixture =>
  framed(viewNow, {
    title: ({ view, text }) =>
      text.format(text.messages.payer.order.tab, {
        amount: text.amount(view.amount, view.currency),
        payee: view.payee.name,
      }),
    screen: (props) => (
      <EmailScreen
        {...props}
        email={undefined}
        refusal={undefined}
        isWaiting={false}
        hasCode
        action={sendCodeAction}
        passkey={ofWeb(props, USE_PASSKEY)}
      />
    ),
  });

const cancelling = (viewNow: ViewNow): Fixture =>
  framed(viewNow, {
    title: ({ text }) => text.messages.payer.confirmCancel.tab,
    screen: (props) => <CancelStep {...props} />,
  });

const elsewhere =
  (lock: Exclude<LockState, "own">, viewNow: ViewNow): Fixture =>
  (text, sum) => ({
    title: text.messages.handover[lock].title,
    page: (
      <ElsewhereStep view={{ ...viewNow(), ...sum }} text={text} lock={lock} problem={undefined} />
    ),
  });

const email = (viewNow: ViewNow, refused?: string): Fixture =>
  framed(viewNow, {
    title: ({ text }) => text.messages.payer.email.tab,
    screen: (props) => (
      <EmailScreen
        {...props}
        email={refused}
        refusal={refused}
        isWaiting={false}
        hasCode={false}
        action={sendCodeAction}
        passkey={ofWeb(props, USE_PASSKEY)}
      />
    ),
  });

function code(viewNow: ViewNow, refusal?: string): Fixture {
  const WAIT_MS = 30_000;
  const later = () => new Date(Date.now() + WAIT_MS);
  return framed(viewNow, {
    title: ({ text }) => text.messages.payer.code.tab,
    screen: (props) => (
      <CodeScreen
        {...props}
        pendingCode={{
          maskedEmail: MASKED_EMAIL,
          expiresAt: later(),
          resendAt: later(),
          attemptsLeft: 5,
        }}
        resendInMs={WAIT_MS}
        refusal={refusal}
        isResent={false}
        mailbox={mailboxPath(EMAIL)}
        actions={{ check: checkCodeAction, resend: resendCodeAction }}
      />
    ),
  });
}

type Banks = { search?: string; lastBankId?: string; canBeRemembered?: boolean };

const banks = (
  viewNow: ViewNow,
  { search = "", lastBankId, canBeRemembered = true }: Banks = {},
): Fixture =>
  framed(viewNow, {
    title: ({ text }) => text.messages.payer.bank.tab,
    screen: (props) => (
      <BankScreen
        {...props}
        banks={BANKS}
        search={search}
        hasCode={false}
        operator={operatorOf(loadEnv())}
        payer={{ lastBankId, maskedEmail: MASKED_EMAIL, isRemembered: false, canBeRemembered }}
        start={startPaymentAction}
        remember={rememberDeviceAction}
        forget={forgetDeviceAction}
        passkey={ofWeb(props, CREATE_PASSKEY)}
      />
    ),
  });

const account = (viewNow: ViewNow): Fixture =>
  framed(viewNow, {
    title: ({ text }) => text.messages.payer.bank.tab,
    screen: (props) => (
      <AccountScreen
        {...props}
        bank={ASKING}
        needs={["iban", "id"]}
        wrong={["iban"]}
        operator={operatorOf(loadEnv())}
        start={startPaymentAction}
      />
    ),
  });

type Result = { tab?: (text: Text) => string; appAddress?: string; isAlreadyPaid?: boolean };

const result = (
  viewNow: ViewNow,
  { tab, appAddress, isAlreadyPaid = false }: Result = {},
): Fixture =>
  framed(viewNow, {
    title: ({ view, text }) => tab?.(text) ?? windowTitle(view, text),
    screen: (props) => (
      <ResultScreen
        {...props}
        appReturn={appReturnOf(props.view, appAddress ?? null)}
        isAlreadyPaid={isAlreadyPaid}
        operator={operatorOf(loadEnv())}
        start={startPaymentAction}
        reportSent={reportSentAction}
        mail={{ send: sendReceiptAction, result: undefined }}
      />
    ),
  });

const toSend = (viewNow: ViewNow, { isPhone = false } = {}): Fixture =>
  framed(viewNow, {
    title: ({ view, text }) => windowTitle(view, text, { isTransfer: true }),
    screen: ({ view, text }) =>
      view.transfer && (
        <TransferToSend view={view} text={text} transfer={view.transfer} isPhone={isPhone} />
      ),
  });

export const PAYER_FIXTURES: Record<string, Fixture> = {
  "payer-order": order(() => viewOf(opened)),
  "payer-begun-elsewhere": order(() => viewOf({ ...atBank, isBegunElsewhere: true })),
  "payer-confirm-cancel": cancelling(() => viewOf(opened)),
  "payer-elsewhere": elsewhere("elsewhere", () => viewOf(opened)),
  "payer-released": elsewhere("released", viewOf),
  "payer-email": email(() => viewOf(opened)),
  "payer-email-refused": email(() => viewOf(opened), "nobody@mail"),
  "payer-code": code(() => viewOf(opened)),
  "payer-code-refused": code(() => viewOf(opened), "refused"),
  "payer-banks": banks(() => viewOf(opened)),
  "payer-banks-no-hit": banks(() => viewOf(opened), { search: "nothing-like-it" }),
  "payer-same-bank": banks(() => viewOf(atBank), { lastBankId: SANDBOX.id }),
  "payer-last-bank": banks(() => viewOf(declined), { lastBankId: SANDBOX.id }),
  "payer-transfer": toSend(() => viewOfBooks(onlyTransfer())),
  "payer-waiting": result(() => viewOf(justBack), { tab: tabs.waiting }),
  "payer-account": account(() => viewOf(opened)),
  "payer-approval-elsewhere": result(() => viewOf(waitingElsewhere), { tab: tabs.elsewhere }),
  "payer-no-page": result(() => viewOf(withoutPage), { tab: tabs.noPage }),
  "payer-unpaid": result(() => viewOf(atBank), { tab: tabs.unpaid }),
  "payer-declined": result(() => viewOf(declined)),
  "payer-in-question": result(() => viewOf(doubted)),
  "payer-processing": result(() => viewOf(processing())),
  "payer-unapproved": result(() => viewOf(processing(false, "missing"))),
  "payer-paid": result(() => viewOf(succeeded())),
  "payer-already-paid": result(() => viewOf({ ...succeeded(), externalId: null }), {
    tab: tabs.alreadyPaid,
    isAlreadyPaid: true,
  }),
  "payer-cancelled": result(() => viewOf(ended("cancelled"))),
  "payer-expired": result(() => viewOf(ended("expired"))),
  "payer-superseded": result(() => viewOf(ended("superseded"))),
  "payer-failed": result(() => viewOf(ended("failed"))),
};

export const WEBVIEW_FIXTURES: Record<string, Fixture> = {
  "webview-email": email(viewInApp),
  "webview-code": code(viewInApp),
  "webview-banks": banks(viewInApp, { canBeRemembered: false }),
  "webview-last-bank": banks(() => viewInApp(declined), {
    lastBankId: SANDBOX.id,
    canBeRemembered: false,
  }),
  "webview-confirm-cancel": cancelling(viewInApp),
  "webview-approval-elsewhere": result(() => viewInApp(waitingElsewhere), { tab: tabs.elsewhere }),
  "webview-unpaid": result(() => viewInApp(atBank), { tab: tabs.unpaid }),
  "webview-declined": result(() => viewInApp(declined)),
  "webview-in-question": result(() => viewInApp({ ...doubted, returnUrl: null }), {
    appAddress: APP_ADDRESS,
  }),
  "webview-processing": result(() => viewInApp(processing()), { appAddress: APP_ADDRESS }),
  "webview-transfer": toSend(() => viewInApp(onlyTransfer()), { isPhone: true }),
  "webview-transfer-waiting": result(
    () => viewInApp({ ...onlyTransfer({ isReported: true }), returnUrl: null }),
    { appAddress: APP_ADDRESS },
  ),
  "webview-paid": result(() => viewInApp({ ...succeeded(), returnUrl: null }), {
    appAddress: APP_ADDRESS,
  }),
};
