import { Money } from "#components/ui/money.tsx";
import { formatCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { formatIban } from "#lib/platform/values/iban.ts";
import { toTypedAmount } from "#lib/platform/values/money.ts";
import { CopiedFact } from "./copied-fact.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & { reference: string };

/** Each value is copied in the form banking apps accept. */
export function TransferDetails({ view, text, reference }: Props) {
  const { common } = text.messages;
  // The format depends on the payer's bank, which is mostly in the payee's country.
  const country = view.payee.iban.slice(0, 2);
  return (
    <dl className="divide-y divide-line">
      <CopiedFact text={text} label={common.payee} copied={view.payee.name}>
        <bdi>{view.payee.name}</bdi>
      </CopiedFact>
      <CopiedFact text={text} label={common.iban} copied={view.payee.iban}>
        <bdi dir="ltr">{formatIban(view.payee.iban)}</bdi>
      </CopiedFact>
      <CopiedFact
        text={text}
        label={common.amount}
        copied={toTypedAmount(view.amount, view.currency, country)}
      >
        <bdi>
          <Money>{text.amount(view.amount, view.currency)}</Money>
        </bdi>
      </CopiedFact>
      <CopiedFact text={text} label={common.reference} copied={reference}>
        <bdi dir="ltr">{formatCreditorReference(reference)}</bdi>
      </CopiedFact>
    </dl>
  );
}
