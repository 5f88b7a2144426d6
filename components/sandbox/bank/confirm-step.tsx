import { Amount } from "#components/ui/amount.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import type { Behaviour } from "#lib/banks/sandbox/behaviours.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { formatIban } from "#lib/platform/values/iban.ts";
import type { ChosenAccount } from "./account-step.tsx";
import { BehaviourChoice } from "./behaviour-choice.tsx";
import { DecisionForm } from "./decision-form.tsx";

type Props = {
  text: MerchantText;
  approvalToken: string;
  account: ChosenAccount;
  picked: Behaviour;
  order: {
    amount: number;
    currency: string;
    creditorName: string;
    creditorIban: string;
    remittance: string | null;
  };
};

export function ConfirmStep({ text, approvalToken, account, picked, order }: Props) {
  const { confirm, order: labels, accounts } = text.messages.bank;
  const facts = [
    { label: labels.payee, value: order.creditorName },
    { label: labels.iban, value: formatIban(order.creditorIban), figures: true },
    ...(order.remittance ? [{ label: labels.remittance, value: order.remittance }] : []),
    {
      label: labels.from,
      value: `${accounts[account.key]}, ${text.amount(account.balance, order.currency)}`,
      figures: true,
    },
  ];
  return (
    <Card padding="roomy" labelledBy="payment-heading">
      <div className="grid gap-4">
        <h2 id="payment-heading" className="sr-only">
          {confirm.heading}
        </h2>
        <Amount>{text.amount(order.amount, order.currency)}</Amount>
        <Facts facts={facts} />
        <DecisionForm approvalToken={approvalToken} account={account.key}>
          <div className="grid gap-3">
            <Button name="decision" value="approve" wide size="large">
              {confirm.approve}
            </Button>
            <Button name="decision" value="decline" look="secondary" wide>
              {confirm.decline}
            </Button>
            <BehaviourChoice text={text} picked={picked} />
          </div>
        </DecisionForm>
        <p>
          <a className="link" href={`/sandbox/bank/approve/${approvalToken}`}>
            {confirm.otherAccount}
          </a>
        </p>
      </div>
    </Card>
  );
}
