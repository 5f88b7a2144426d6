import { Section } from "#components/console/settings/section.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { formatIban, maskIban } from "#lib/platform/values/iban.ts";
import { AccountState } from "./account-list.tsx";
import { Danger, type DangerProps } from "./danger.tsx";

type Payee = {
  id: string;
  iban: string;
  name: string;
  isPrimary: boolean;
  confirmedAt: Date | null;
};

type Account = {
  id: string;
  name: string;
  createdAt: Date;
  closedAt: Date | null;
  emailWhitelisted: boolean;
  activeKeys: { live: number; test: number };
  lastTransactionAt: Date | null;
  payees: Payee[];
};

type Props = { text: MerchantText; account: Account };

export function AccountFacts({ text, account, now }: Props & { now: Date }) {
  const { accounts: listWords, account: words } = text.messages.operator;
  const moment = (at: Date) => <Moment text={text} at={at} now={now} />;
  return (
    <Facts
      facts={[
        { label: listWords.state, value: <AccountState text={text} account={account} /> },
        { label: listWords.created, value: moment(account.createdAt) },
        ...(account.closedAt ? [{ label: words.closedAt, value: moment(account.closedAt) }] : []),
        { label: words.keys, value: text.format(words.keysValue, account.activeKeys) },
        {
          label: words.latest,
          value: account.lastTransactionAt ? moment(account.lastTransactionAt) : words.none,
        },
      ]}
    />
  );
}

type PayeesProps = Props & DangerProps & { confirm: FormAction<undefined> };

/** Shows an IBAN in full only while it waits: the operator compares it. */
export function AccountPayees({ confirm, account, ...danger }: PayeesProps) {
  const { text } = danger;
  const words = text.messages.operator.account;
  return (
    <Section id="payees" title={words.payees} lead={words.payeesLead}>
      {account.payees.length > 0 && (
        <ul className="grid divide-y divide-line">
          {account.payees.map((payee) => (
            <li key={payee.id} className="grid gap-3 py-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="wrap-anywhere min-w-0 tabular-nums">
                  {payee.confirmedAt ? maskIban(payee.iban) : formatIban(payee.iban)}, {payee.name}
                </p>
                <span className="inline-flex flex-wrap gap-2">
                  {payee.isPrimary && <Badge>{words.primary}</Badge>}
                  {payee.confirmedAt ? (
                    <Badge tone="positive">{words.confirmed}</Badge>
                  ) : (
                    <Badge tone="warning">{words.waiting}</Badge>
                  )}
                </span>
              </div>
              {!payee.confirmedAt && !account.closedAt && (
                <Danger {...danger}>
                  <ConfirmPayee text={text} account={account} payee={payee} confirm={confirm} />
                </Danger>
              )}
            </li>
          ))}
        </ul>
      )}
      {!account.closedAt && (
        <div className="grid gap-3">
          <h3 className="font-medium">{words.add}</h3>
          <p className="text-muted">{words.addLead}</p>
          <Danger {...danger}>
            <ActionForm action={confirm} className="grid max-w-xl gap-4">
              <input type="hidden" name="accountId" value={account.id} />
              <FormField name="iban" label={words.iban} maxLength={60} required />
              <FormField name="name" label={words.holder} maxLength={70} required />
              <Checkbox name="isPrimary">{words.makePrimary}</Checkbox>
              <div>
                <SubmitButton>{words.addNow}</SubmitButton>
              </div>
            </ActionForm>
          </Danger>
        </div>
      )}
    </Section>
  );
}

type ConfirmProps = Props & { payee: Payee; confirm: FormAction<undefined> };

function ConfirmPayee({ text, account, payee, confirm }: ConfirmProps) {
  const words = text.messages.operator.account;
  const iban = formatIban(payee.iban);
  return (
    <Confirm
      label={text.format(words.confirmLabel, { iban })}
      question={text.format(words.confirmQuestion, { holder: payee.name })}
    >
      <ActionForm action={confirm}>
        <input type="hidden" name="accountId" value={account.id} />
        <input type="hidden" name="iban" value={payee.iban} />
        <input type="hidden" name="name" value={payee.name} />
        <Checkbox name="isPrimary" defaultChecked={payee.isPrimary}>
          {words.makePrimary}
        </Checkbox>
        <div>
          <SubmitButton look="danger">{words.confirmNow}</SubmitButton>
        </div>
      </ActionForm>
    </Confirm>
  );
}

type TrustProps = Props & DangerProps & { change: FormAction<undefined> };

export function AccountTrust({ change, account, ...danger }: TrustProps) {
  const { text } = danger;
  const words = text.messages.operator.account;
  const isOn = account.emailWhitelisted;
  return (
    <Section id="trust" title={words.trust} lead={isOn ? words.trustOn : words.trustOff}>
      <Danger {...danger}>
        <Confirm
          label={isOn ? words.stop : words.allow}
          question={isOn ? words.stopQuestion : words.allowQuestion}
        >
          <ActionForm action={change}>
            <input type="hidden" name="accountId" value={account.id} />
            <input type="hidden" name="isOn" value={isOn ? "off" : "on"} />
            <div>
              <SubmitButton look="danger">{isOn ? words.stop : words.allow}</SubmitButton>
            </div>
          </ActionForm>
        </Confirm>
      </Danger>
    </Section>
  );
}

type CloseProps = Props & DangerProps & { close: FormAction<undefined> };

export function CloseAccount({ close, account, ...danger }: CloseProps) {
  const { text } = danger;
  const words = text.messages.operator.account;
  return (
    <Section id="close" title={words.close} lead={words.closeLead}>
      <Danger {...danger}>
        <Confirm
          label={words.closeLabel}
          question={text.format(words.closeQuestion, { name: account.name })}
        >
          <ActionForm action={close}>
            <input type="hidden" name="accountId" value={account.id} />
            <FormField name="typedId" label={words.closeId} hint={account.id} required />
            <div>
              <SubmitButton look="danger">{words.closeNow}</SubmitButton>
            </div>
          </ActionForm>
        </Confirm>
      </Danger>
    </Section>
  );
}
