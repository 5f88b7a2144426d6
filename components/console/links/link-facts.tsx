import { ExactTime } from "#components/ui/exact-time.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import type { PaymentLink } from "#lib/payments/model/link.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { linkAmount, paidWords } from "./link-words.ts";

type Props = { text: MerchantText; link: PaymentLink };

export function LinkFacts({ text, link }: Props) {
  const { link: words, list, usage } = text.messages.paymentLinks;
  const { facts } = words;
  const shown: (Fact | false)[] = [
    { label: facts.amount, value: linkAmount(link, text), figures: true },
    { label: facts.usage, value: usage[link.usage] },
    { label: facts.paid, value: paidWords(link, text), figures: true },
    link.externalId !== null && { label: facts.externalId, value: link.externalId },
    {
      label: facts.expires,
      value: link.expiresAt ? <ExactTime at={link.expiresAt} /> : list.never,
    },
    { label: facts.created, value: <ExactTime at={link.createdAt} /> },
    link.stoppedAt !== null && {
      label: facts.stoppedAt,
      value: <ExactTime at={link.stoppedAt} />,
    },
    { label: facts.id, value: <code className="font-mono text-sm">{link.id}</code> },
  ];
  return <Facts facts={shown.filter((fact) => fact !== false)} />;
}
