import { RefundFiles } from "#components/console/refunds/refund-files.tsx";
import { RefundFindings } from "#components/console/refunds/refund-findings.tsx";
import type { RefundActions } from "#components/console/refunds/refund-forms.tsx";
import { RefundList } from "#components/console/refunds/refund-list.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows } from "#lib/identity/model/roles.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { Refund } from "#lib/payments/refunds/refund.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../console-page.tsx";
import { modeOf, type PageQuery } from "../mode.ts";
import {
  changeRefundAction,
  createLinkAction,
  createRefundFileAction,
  enterAccountAction,
  markSeenAction,
  showAccountAction,
} from "./actions.ts";

export const generateMetadata = titleOf((words) => words.refunds.title);

type Props = { searchParams: Promise<PageQuery> };

const ACTIONS: RefundActions = {
  change: changeRefundAction,
  enterAccount: enterAccountAction,
  showAccount: showAccountAction,
  createLink: createLinkAction,
};

export default async function RefundsPage({ searchParams }: Props) {
  const query = await searchParams;
  const visit = await requireVisit("viewer", consolePath("/refunds"));
  const [text, services] = await Promise.all([merchantText(), getServices()]);
  const { refunds: service, clock, env, sandboxEnabled } = services;
  const mode = modeOf(query);
  const owner = { accountId: visit.account.id, mode };
  const [findings, awaiting, ready, processing, files] = await Promise.all([
    service.findings(owner),
    service.waiting(owner, ["awaiting_account"]),
    service.waiting(owner, ["ready"]),
    service.waiting(owner, ["processing"]),
    service.files(owner),
  ]);
  const words = text.messages.refunds;
  const mayAct = allows(visit.role, "developer");
  const actions = mayAct ? ACTIONS : undefined;
  return (
    <ConsolePage visit={visit} section="refunds" path="/refunds" mode={mode}>
      <PageTitle lead={mode === "test" ? `${words.lead} ${words.testLead}` : words.lead}>
        {words.title}
      </PageTitle>
      {findings.length > 0 && (
        <RefundFindings
          text={text}
          findings={findings}
          action={mayAct ? markSeenAction : undefined}
        />
      )}
      {awaiting.length > 0 && (
        <Part
          id="awaiting"
          words={words.accounts}
          text={text}
          refunds={awaiting}
          actions={actions}
        />
      )}
      <Ready text={text} mode={mode} refunds={ready} actions={actions} />
      {processing.length > 0 && (
        <Part
          id="processing"
          words={words.processing}
          text={text}
          refunds={processing}
          actions={actions}
        />
      )}
      {files.length > 0 && (
        <Card labelledBy="files">
          <h2 id="files" className="mb-2 font-semibold">
            {words.files.title}
          </h2>
          {mode === "test" && (await sandboxEnabled()) && (
            <p className="mb-2 text-muted">
              {words.files.sandbox}{" "}
              <a className="link" href={`${env.SANDBOX_BANK_URL}/outgoing`}>
                {words.files.sandboxLink}
              </a>
            </p>
          )}
          <RefundFiles text={text} files={files} now={clock.now()} mayDownload={mayAct} />
        </Card>
      )}
    </ConsolePage>
  );
}

type ReadyProps = {
  text: MerchantText;
  mode: Mode;
  refunds: Refund[];
  actions: RefundActions | undefined;
};

function Ready({ text, mode, refunds, actions }: ReadyProps) {
  const words = text.messages.refunds.ready;
  const fitsFile = actions && refunds.some(({ currency }) => currency === "EUR");
  return (
    <Card labelledBy="ready">
      <h2 id="ready" className="mb-2 font-semibold">
        {words.title}
      </h2>
      {refunds.length === 0 && <p className="text-muted">{words.none}</p>}
      <div className="grid gap-4">
        {fitsFile && (
          <ActionForm action={createRefundFileAction} className="grid justify-items-start gap-3">
            <input type="hidden" name="mode" value={mode} />
            <p className="text-muted">{words.fileHint}</p>
            <SubmitButton busyText={text.messages.console.busy}>{words.file}</SubmitButton>
          </ActionForm>
        )}
        <RefundList
          text={text}
          label={words.title}
          refunds={refunds}
          actions={actions}
          linksPayment
        />
      </div>
    </Card>
  );
}

type PartProps = {
  id: string;
  words: { title: string; lead: string };
  text: MerchantText;
  refunds: Refund[];
  actions: RefundActions | undefined;
};

function Part({ id, words, text, refunds, actions }: PartProps) {
  return (
    <Card labelledBy={id}>
      <h2 id={id} className="mb-2 font-semibold">
        {words.title}
      </h2>
      <p className="mb-4 text-muted">{words.lead}</p>
      <RefundList
        text={text}
        label={words.title}
        refunds={refunds}
        actions={actions}
        linksPayment
      />
    </Card>
  );
}
