import { ReceiptText } from "lucide";
import { timeFact } from "#components/checkout/receipt-details.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { WithMoney } from "#components/ui/money.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { Tick } from "#components/ui/tick.tsx";
import type { LinkPayment, OpenedLink } from "#lib/payments/links/link.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import { linkPath } from "./link-path.ts";
import type { LinkScreen } from "./link-words.ts";

type Props = {
  link: OpenedLink;
  payment: LinkPayment;
  screen: LinkScreen;
  text: Text;
  /** `undefined` for another browser than the one that paid. */
  receiptUrl: string | undefined;
};

/** Back from the checkout. */
export function PaidByLink({ link, payment, screen, text, receiptUrl }: Props) {
  const { common, link: words, receipt } = text.messages;
  const at = payment.finishedAt?.toISOString();
  const takesMore = link.usage === "reusable" && link.state === "active";
  return (
    <>
      <div className="grid justify-items-center gap-4 text-center">
        <Tick />
        <PageTitle lead={screen.lead}>
          <WithMoney
            message={screen.title}
            amount={text.amount(payment.amount, payment.currency)}
          />
        </PageTitle>
      </div>
      <Facts
        facts={[
          { label: common.order, value: <bdi dir="ltr">{payment.externalId}</bdi> },
          ...(at === undefined ? [] : [timeFact(at, text)]),
        ]}
      />
      {receiptUrl !== undefined && (
        <ButtonLink
          href={receiptUrl}
          look="secondary"
          size="large"
          wide
          icon={<Icon of={ReceiptText} />}
        >
          {receipt.open}
        </ButtonLink>
      )}
      {takesMore && (
        <ButtonLink href={linkPath(link.token, text.linkQuery)} look="quiet" wide>
          {words.payAgain}
        </ButtonLink>
      )}
    </>
  );
}
