import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { TrustLine } from "#components/checkout/trust-line.tsx";
import { WhenBack } from "#components/checkout/when-back.tsx";
import { BankMark } from "#components/ui/bank-mark.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Form } from "#components/ui/form.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { BankChoice } from "#lib/banks/connector.ts";
import type { Operator } from "#lib/platform/configuration/operator.ts";
import { BankList, OtherBanks } from "./bank-list.tsx";
import { BegunElsewhere } from "./begun-elsewhere.tsx";
import { BusyButton } from "./busy-button.tsx";
import { ConsentFacts } from "./consent-facts.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { RememberPayer } from "./remember-payer.tsx";
import { type StartAction, StartFields } from "./start-fields.tsx";
import { TimeAndCancel } from "./time-and-cancel.tsx";

type Action = (form: FormData) => Promise<void>;

type PayerProps = ScreenProps & {
  payer: { maskedEmail: string | undefined; isRemembered: boolean; canBeRemembered: boolean };
  remember: Action;
  forget: Action;
  passkey: { options: PublicKeyCredentialCreationOptionsJSON; action: Action } | undefined;
};

type Props = PayerProps & {
  payer: { lastBankId: string | undefined };
  banks: BankChoice[];
  search: string;
  hasCode: boolean;
  operator: Operator | undefined;
  start: StartAction;
};

/** The choice of a bank is the payer's consent: all they consent to stands above it. */
export function BankScreen({ view, text, banks: all, payer, operator, ...rest }: Props) {
  const {
    common,
    payer: { bank: words, declined },
  } = text.messages;
  const open = all.filter(({ isPaused }) => !isPaused);
  const banks = open.filter(({ isDialect }) => !isDialect);
  const dialects = open.filter(({ isDialect }) => isDialect);
  const paused = all.filter(({ isPaused }) => isPaused).map(({ name }) => name);
  const failed = failedBankOf({ view, text });
  const last = open.find(({ id }) => id === payer.lastBankId && id !== failed?.id);
  return (
    <>
      <PageTitle lead={text.format(words.lead, { product: operator?.name ?? common.product })}>
        {words.title}
      </PageTitle>
      <ConsentFacts view={view} text={text} hasCode={rest.hasCode} operator={operator} />
      <BegunElsewhere view={view} text={text} />
      {last && <LastBank view={view} text={text} bank={last} start={rest.start} />}
      {banks.length === 0 && (
        <Banner tone="warning">
          <p>{words.none}</p>
        </Banner>
      )}
      {paused.length > 0 && (
        <Banner tone="info">
          <p>{text.format(words.paused, { banks: paused.join(", ") })}</p>
        </Banner>
      )}
      {last && <h2 className="font-medium">{declined.another}</h2>}
      <BankList
        banks={banks.filter((bank) => bank !== last)}
        failed={failed}
        search={rest.search}
        lang={text.linkQuery.lang}
        words={words}
        start={rest.start}
      >
        <StartFields view={view} text={text} />
      </BankList>
      {dialects.length > 0 && (
        <OtherBanks
          banks={dialects}
          title={text.messages.approval.testBanks}
          words={words}
          start={rest.start}
        >
          <StartFields view={view} text={text} />
        </OtherBanks>
      )}
      <TrustLine view={view} text={text} />
      <PayingAs view={view} text={text} payer={payer} {...rest} />
      <TimeAndCancel view={view} text={text} />
      <WhenBack path={payPath(view, "/result", text.linkQuery)} />
    </>
  );
}

function LastBank({
  bank,
  start,
  ...props
}: ScreenProps & { bank: BankChoice; start: StartAction }) {
  const { text } = props;
  const words = text.messages.payer.bank;
  return (
    <Form action={start}>
      <StartFields {...props} />
      <BusyButton
        name="bank"
        value={bank.id}
        size="large"
        wide
        busyText={words.opening}
        data-leaves=""
        icon={<BankMark name={bank.name} logoPath={bank.logoPath} size={24} />}
      >
        {text.format(words.continue, { bank: bank.name })}
      </BusyButton>
    </Form>
  );
}

/** The bank of the payment attempt that has just failed. */
function failedBankOf({ view: { lastDecline, lastBankId }, text }: ScreenProps) {
  if (lastDecline === null || lastBankId === null) return undefined;
  const { justNow } = text.messages.payer.bank;
  return { id: lastBankId, why: lastDecline === "cancelled" ? undefined : justNow[lastDecline] };
}

function PayingAs({ view, text, payer, remember, forget, passkey }: PayerProps) {
  const { bank: words, enter } = text.messages.payer;
  if (payer.maskedEmail === undefined) return null;
  const fields = <PlaceFields view={view} text={text} />;
  const plain = (
    <Form action={remember} className="contents">
      {fields}
      <button type="submit" aria-describedby="remember-hint" className="link min-h-11 text-start">
        {words.remember}
      </button>
      <p id="remember-hint" className="w-full text-muted">
        {words.rememberHint}
      </p>
    </Form>
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
      <p className="min-w-0 text-muted">
        {text.format(words.payingAs, { email: payer.maskedEmail })}
      </p>
      {payer.isRemembered && (
        <Form action={forget}>
          {fields}
          <button type="submit" className="link min-h-11 text-start">
            {words.forget}
          </button>
        </Form>
      )}
      {payer.canBeRemembered && !passkey && plain}
      {payer.canBeRemembered && passkey && (
        <RememberPayer
          {...passkey}
          words={{
            button: words.passkey,
            hint: words.passkeyHint,
            failed: text.format(words.passkeyFailed, { remember: words.remember }),
            busy: enter.title,
          }}
          plain={plain}
        >
          {fields}
        </RememberPayer>
      )}
    </div>
  );
}
