import type { ReactNode } from "react";
import { Money } from "#components/ui/money.tsx";
import { formatCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { formatIban } from "#lib/platform/values/iban.ts";
import { toTypedAmount } from "#lib/platform/values/money.ts";
import { CopiedFact } from "./copied-fact.tsx";
import type { ScreenProps } from "./screen.ts";

const ORDERS = {
  "as-read": ["payee", "iban", "amount", "reference"],
  "as-typed": ["amount", "iban", "reference", "payee"],
} as const;

type Props = ScreenProps & { reference: string; order?: keyof typeof ORDERS };

type Fact = { label: string; copied: string; shown: ReactNode };

/** Each value is copied in the form banking apps accept. */
export function TransferDetails({ view, text, reference, order = "as-read" }: Props) {
  const { common } = text.messages;
  // The format depends on the payer's bank, which is mostly in the payee's country.
  const country = view.payee.iban.slice(0, 2);
  const facts: Record<(typeof ORDERS)["as-read"][number], Fact> = {
    payee: {
      label: common.payee,
      copied: view.payee.name,
      shown: <bdi>{view.payee.name}</bdi>,
    },
    iban: {
      label: common.iban,
      copied: view.payee.iban,
      shown: <bdi dir="ltr">{formatIban(view.payee.iban)}</bdi>,
    },
    amount: {
      label: common.amount,
      copied: toTypedAmount(view.amount, view.currency, country),
      shown: (
        <bdi>
          <Money>{text.amount(view.amount, view.currency)}</Money>
        </bdi>
      ),
    },
    reference: {
      label: common.reference,
      copied: reference,
      shown: <bdi dir="ltr">{formatCreditorReference(reference)}</bdi>,
    },
  };
  return (
    <dl className="divide-y divide-line">
      {ORDERS[order].map((name) => {
        const { label, copied, shown } = facts[name];
        return (
          <CopiedFact key={name} text={text} label={label} copied={copied}>
            {shown}
          </CopiedFact>
        );
      })}
    </dl>
  );
}
