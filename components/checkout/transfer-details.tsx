import { Copy } from "lucide";
import { formatCreditorReference } from "#lib/platform/creditor-reference.ts";
import { formatIban } from "#lib/platform/iban.ts";
import { toTypedAmount } from "#lib/platform/money.ts";
import { HandOnButton } from "./hand-on-button.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & { reference: string };

/** Each value is copied in the form banking apps accept. */
export function TransferDetails({ view, text, reference }: Props) {
  const { common, transfer } = text.messages;
  const amount = text.amount(view.amount, view.currency);
  // The format depends on the payer's bank, which is mostly in the payee's country.
  const country = view.payee.iban.slice(0, 2);
  const details = [
    { label: common.payee, shown: view.payee.name, copied: view.payee.name },
    {
      label: common.iban,
      shown: formatIban(view.payee.iban),
      copied: view.payee.iban,
      isCode: true,
    },
    {
      label: common.amount,
      shown: amount,
      copied: toTypedAmount(view.amount, view.currency, country),
    },
    {
      label: common.reference,
      shown: formatCreditorReference(reference),
      copied: reference,
      isCode: true,
    },
  ];
  return (
    <dl className="divide-y divide-line">
      {details.map(({ label, shown, copied, isCode }) => (
        <div key={label} className="py-1.5">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="flex items-center justify-between gap-x-2">
            <span className="wrap-anywhere min-w-0 font-medium tabular-nums">
              {isCode ? <bdi dir="ltr">{shown}</bdi> : <bdi>{shown}</bdi>}
            </span>
            <HandOnButton
              icon={Copy}
              link={copied}
              label={transfer.copy}
              name={text.format(transfer.copyWhat, { what: label })}
              doneText={text.format(transfer.copied, { what: label })}
              failedText={transfer.copyFailed}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
