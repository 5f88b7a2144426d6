import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Choice } from "#components/ui/choice.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { formatIban, maskIban } from "#lib/platform/values/iban.ts";
import type { DemoAccountKey } from "#lib/sandbox/bank/accounts.ts";

export type ChosenAccount = { key: DemoAccountKey; iban: string; balance: number };

type Props = {
  text: MerchantText;
  accounts: ChosenAccount[];
  currency: string;
  preselected: ChosenAccount["key"];
  isWrong: boolean;
};

/** A GET form. The IBAN from the app is masked: it is a real person's, and anyone can sign in here. */
export function AccountStep({ text, accounts, currency, preselected, isWrong }: Props) {
  const { choose, accounts: names } = text.messages.bank;
  return (
    <Card>
      <form method="get" className="grid gap-4">
        <fieldset className="grid gap-3" aria-describedby={isWrong ? "account-error" : undefined}>
          <legend className="mb-2 font-medium">{choose.legend}</legend>
          {accounts.map(({ key, iban, balance }) => (
            <Choice
              key={key}
              name="account"
              value={key}
              title={names[key]}
              detail={key === "given" ? maskIban(iban) : formatIban(iban)}
              aside={text.amount(balance, currency)}
              defaultChecked={key === preselected}
              required
            />
          ))}
          {isWrong && (
            <p id="account-error" className="font-medium text-negative text-sm">
              {choose.problem}
            </p>
          )}
        </fieldset>
        <Button wide size="large">
          {choose.submit}
        </Button>
      </form>
    </Card>
  );
}
