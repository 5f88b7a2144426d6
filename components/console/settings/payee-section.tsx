import type { ReactNode } from "react";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { PayeeRow } from "#lib/merchants/accounts/account.ts";
import type { PayeeOverview } from "#lib/merchants/accounts/proposals.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { formatIban } from "#lib/platform/values/iban.ts";
import { confirmCommand } from "./operator-command.ts";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  accountId: string;
  payees: PayeeOverview;
  now: Date;
  /** `undefined` for read-only members. */
  withdraw: FormAction<undefined> | undefined;
  /** Page with the form; absent while it shows. */
  changeHref: string | undefined;
};

/** Shows the merchant's own IBAN in full. */
export function PayeeSection(props: Props) {
  const { text, payees, changeHref } = props;
  const { primary, others } = payees;
  const { payee: words, form } = text.messages.settings.company;
  return (
    <Section id="payee" title={words.title} lead={words.lead}>
      {primary ? (
        <Facts
          facts={payeeFacts(text, primary, [
            { label: words.state, value: <PrimaryState text={text} payee={primary} /> },
          ])}
        />
      ) : (
        <p>{words.none}</p>
      )}
      {primary && !primary.confirmedAt && <OperatorStep {...props} payee={primary} />}
      <Proposal {...props} />
      {primary && changeHref && (
        <p>
          <PageLink className="link" href={changeHref}>
            {primary.confirmedAt ? form.replace : form.correct}
          </PageLink>
        </p>
      )}
      {others.length > 0 && (
        <div className="grid gap-1">
          <h3 className="font-medium">{words.others}</h3>
          <ul>
            {others.map(({ id, iban, name }) => (
              <li key={id} className="text-muted tabular-nums">
                {formatIban(iban)}, {name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

function PrimaryState({ text, payee }: { text: MerchantText; payee: PayeeRow }) {
  const { payee: words } = text.messages.settings.company;
  if (payee.confirmedAt) return <Badge tone="positive">{words.confirmed}</Badge>;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Badge tone="warning">{words.waiting}</Badge>
      <Badge>{words.unconfirmed}</Badge>
    </span>
  );
}

function Proposal({ text, accountId, payees, now, withdraw }: Props) {
  const { proposed: payee } = payees;
  const { proposed: words, payee: payeeWords } = text.messages.settings.company;
  if (!payee) return null;
  const facts = payeeFacts(text, payee, [
    { label: words.entered, value: <Moment text={text} at={payee.createdAt} now={now} /> },
    { label: payeeWords.state, value: <Badge tone="warning">{payeeWords.waiting}</Badge> },
  ]);
  return (
    <section
      aria-labelledby="payee-proposed"
      className="grid gap-4 rounded-soft border border-warning-line p-4"
    >
      <div>
        <h3 id="payee-proposed" className="font-semibold">
          {words.title}
        </h3>
        <p className="text-muted">{words.lead}</p>
      </div>
      <Facts facts={facts} />
      <OperatorStep text={text} accountId={accountId} payee={payee} />
      {withdraw && (
        <Confirm label={words.withdraw} question={words.question}>
          <ActionForm action={withdraw}>
            <SubmitButton look="danger" busyText={text.messages.settings.saving}>
              {words.withdrawNow}
            </SubmitButton>
          </ActionForm>
        </Confirm>
      )}
    </section>
  );
}

function OperatorStep({
  text,
  accountId,
  payee,
}: Pick<Props, "text" | "accountId"> & { payee: PayeeRow }): ReactNode {
  const { operator } = text.messages.settings.company;
  return (
    <div className="grid gap-2">
      <p className="font-medium">{operator.title}</p>
      <p className="text-muted">{operator.lead}</p>
      <details className="min-w-0">
        <summary className="link min-h-11 w-fit content-center">{operator.how}</summary>
        <div className="grid gap-2 pt-2">
          <p className="text-muted">{operator.command}</p>
          <CodeBlock code={confirmCommand({ accountId, iban: payee.iban, name: payee.name })} />
        </div>
      </details>
    </div>
  );
}

function payeeFacts(text: MerchantText, payee: PayeeRow, more: Fact[]): Fact[] {
  const { payee: words } = text.messages.settings.company;
  return [
    { label: words.iban, value: formatIban(payee.iban), figures: true },
    { label: words.holder, value: payee.name },
    ...more,
  ];
}
