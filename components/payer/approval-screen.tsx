import { Smartphone } from "lucide";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { ApprovalWait } from "#lib/payments/checkout/view.ts";
import { ConsentFacts } from "./consent-facts.tsx";

export function waitWords({ kind }: ApprovalWait, { messages: { approval } }: ScreenProps["text"]) {
  return kind === "elsewhere" ? approval.wait : approval.noPage;
}

type Props = ScreenProps & { wait: ApprovalWait };

/** The bank has the order, and the payer can't be sent to it. The page updates itself. */
export function ApprovalScreen({ view, text, wait }: Props) {
  const { approval, payer } = text.messages;
  const { title, lead } = waitWords(wait, text);
  const path = (step: "" | "/bank", query = {}) =>
    payPath(view, step, { ...query, ...text.linkQuery });
  return (
    <>
      <span className="text-muted">
        <Icon of={Smartphone} size={32} />
      </span>
      <PageTitle lead={lead}>{title}</PageTitle>
      {wait.message !== null && (
        <Banner>
          <p>{approval.wait.says}</p>
          <p className="wrap-anywhere">
            <bdi>{wait.message}</bdi>
          </p>
        </Banner>
      )}
      <ConsentFacts view={view} text={text} operator={undefined} />
      <div className="grid grid-cols-1 gap-3">
        <ButtonLink href={path("/bank")} look="secondary" wide>
          {payer.declined.another}
        </ButtonLink>
        <ButtonLink href={path("", { confirm: "cancel" })} look="quiet" wide>
          {payer.order.cancel}
        </ButtonLink>
      </div>
    </>
  );
}
