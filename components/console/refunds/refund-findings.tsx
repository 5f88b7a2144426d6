import { ActionForm } from "#components/ui/action-form.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { ListedFinding } from "#lib/payments/refunds/refund.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Props = {
  text: MerchantText;
  findings: ListedFinding[];
  /** `undefined` for read-only members. */
  action: FormAction<undefined> | undefined;
};

/** What banks reported of refunds, until a member has seen it. */
export function RefundFindings({ text, findings, action }: Props) {
  const words = text.messages.refunds.findings;
  return (
    <section aria-labelledby="findings" className="grid gap-3">
      <h2 id="findings" className="font-semibold">
        {words.title}
      </h2>
      <ul className="grid gap-3">
        {findings.map((finding) => (
          <li key={finding.id}>
            <Finding text={text} finding={finding} action={action} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type FindingProps = Omit<Props, "findings"> & { finding: ListedFinding };

function Finding({ text, finding, action }: FindingProps) {
  const words = text.messages.refunds.findings;
  const { id, kind, refund, externalId } = finding;
  const sentence = text.format(words.kinds[kind], {
    seen: text.amount(finding.amount, finding.currency),
    amount: text.amount(refund.amount, refund.currency),
  });
  return (
    <Banner tone="warning">
      <p>{sentence}</p>
      <p className="flex flex-wrap gap-x-3">
        <PageLink
          className="link wrap-anywhere"
          href={consolePath(`/payments/${refund.transactionId}`, text.linkQuery)}
        >
          {externalId ?? refund.transactionId}
        </PageLink>
        <ExactTime at={finding.createdAt} />
      </p>
      {action && (
        <ActionForm action={action} className="mt-1 grid justify-items-start gap-2">
          <input type="hidden" name="id" value={id} />
          <SubmitButton look="secondary" busyText={text.messages.console.busy}>
            {words.seen}
          </SubmitButton>
        </ActionForm>
      )}
    </Banner>
  );
}

type NoticeProps = { text: MerchantText; count: number; href: string };

/** On the overview. `count`: at least 1. */
export function FindingsNotice({ text, count, href }: NoticeProps) {
  const words = text.messages.refunds.findings;
  return (
    <Banner tone="warning" title={text.format(words.notice, { count })}>
      <p>
        <PageLink className="link" href={href}>
          {words.noticeLink}
        </PageLink>
      </p>
    </Banner>
  );
}
