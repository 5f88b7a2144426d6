import { ImportResult } from "#components/console/transfers/import-result.tsx";
import { OpenTransfers } from "#components/console/transfers/open-transfers.tsx";
import { OverdueNotice } from "#components/console/transfers/overdue-notice.tsx";
import { ReportedTable } from "#components/console/transfers/reported-table.tsx";
import { TransferTable } from "#components/console/transfers/transfer-table.tsx";
import { UploadForm } from "#components/console/transfers/upload-form.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows } from "#lib/identity/model/roles.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { MAX_STATEMENT_BYTES } from "#lib/payments/transfers/statement/statement.ts";
import type { TransferOwner } from "#lib/payments/transfers/transfer.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../../console-page.tsx";
import { modeOf, type PageQuery } from "../../mode.ts";
import { createRefundAction } from "../../refunds/actions.ts";
import {
  acceptTransferAction,
  assignTransferAction,
  resolveTransferAction,
  tryTransferAgainAction,
  waitForRestAction,
} from "./actions.ts";
import { transferProblem } from "./problem.ts";

export const generateMetadata = titleOf((words) => words.transfers.title);

type Props = { searchParams: Promise<PageQuery> };

const PATH = "/payments/transfers";

export default async function TransfersPage({ searchParams }: Props) {
  const query = await searchParams;
  const visit = await requireVisit("viewer", consolePath(PATH));
  const text = await merchantText();
  const words = text.messages.transfers;
  const mode = modeOf(query);
  const owner = { accountId: visit.account.id, mode };
  const mayAct = allows(visit.role, "developer");
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  const problem = one(query, "problem");
  return (
    <ConsolePage visit={visit} section="payments" path={PATH} mode={mode}>
      <p>
        <PageLink className="link" href={consolePath("/payments", along)}>
          {words.back}
        </PageLink>
      </p>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {problem && (
        <Banner tone="negative" alert>
          <p>{transferProblem(problem, text)}</p>
        </Banner>
      )}
      {!visit.account.takesTransfers && <p className="text-muted">{words.off}</p>}
      <Result owner={owner} query={query} />
      <Card labelledBy="upload">
        <h2 id="upload" className="mb-2 font-semibold">
          {words.upload.title}
        </h2>
        <p className="mb-4 text-muted">{words.upload.lead}</p>
        {mayAct ? (
          <UploadForm
            address={consolePath(`${PATH}/import`)}
            mode={mode}
            maxBytes={MAX_STATEMENT_BYTES}
            words={words.upload}
          />
        ) : (
          <p className="text-muted">{words.upload.notAllowed}</p>
        )}
      </Card>
      <ReportedTransfers owner={owner} />
      <Unresolved owner={owner} mayAct={mayAct} />
      <All owner={owner} before={cursor(query)} along={along} />
    </ConsolePage>
  );
}

/** The result of the import named in the address. */
async function Result({ owner, query }: { owner: TransferOwner; query: PageQuery }) {
  const importId = one(query, "import");
  if (importId === undefined) return null;
  const [text, { transfers, clock }] = await Promise.all([merchantText(), getServices()]);
  const report = await transfers.report(owner, importId);
  if (!report) return null;
  return (
    <ImportResult
      text={text}
      report={report}
      isRepeated={one(query, "repeated") !== undefined}
      problemOf={(problem) => transferProblem(problem, text)}
      now={clock.now()}
    />
  );
}

/** Transfers that shoppers reported as sent, longest wait first. */
async function ReportedTransfers({ owner }: { owner: TransferOwner }) {
  const [text, { reportedTransfers, clock }] = await Promise.all([merchantText(), getServices()]);
  const { transfers, count, overdue } = await reportedTransfers.list(owner);
  if (count === 0) return null;
  const words = text.messages.transfers.reported;
  return (
    <Card labelledBy="reported">
      <h2 id="reported" className="mb-2 font-semibold">
        {words.title}
      </h2>
      <div className="grid gap-4">
        <p className="text-muted">{words.lead}</p>
        {overdue > 0 && <OverdueNotice text={text} count={overdue} />}
        {count > transfers.length && (
          <p className="text-muted">
            {text.format(words.more, { count: transfers.length, all: count })}
          </p>
        )}
        <ReportedTable text={text} transfers={transfers} now={clock.now()} />
      </div>
    </Card>
  );
}

async function Unresolved({ owner, mayAct }: { owner: TransferOwner; mayAct: boolean }) {
  const [text, { transfers: service }] = await Promise.all([merchantText(), getServices()]);
  const { transfers, count } = await service.unresolved(owner);
  const { open: words } = text.messages.transfers;
  const actions = {
    accept: acceptTransferAction,
    waitForRest: waitForRestAction,
    assign: assignTransferAction,
    resolve: resolveTransferAction,
    tryAgain: tryTransferAgainAction,
    refund: createRefundAction,
  };
  return (
    <Card labelledBy="open">
      <h2 id="open" className="mb-2 font-semibold">
        {words.title}
      </h2>
      {count === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <>
          <p className="mb-4 text-muted">{words.lead}</p>
          {count > transfers.length && (
            <p className="mb-4 text-muted">
              {text.format(words.more, { count: transfers.length })}
            </p>
          )}
          <OpenTransfers text={text} transfers={transfers} actions={mayAct ? actions : undefined} />
        </>
      )}
    </Card>
  );
}

type AllProps = {
  owner: TransferOwner;
  before: string | undefined;
  along: Record<string, string | undefined>;
};

async function All({ owner, before, along }: AllProps) {
  const [text, { transfers: service, clock }] = await Promise.all([merchantText(), getServices()]);
  const { transfers, next } = await service.list(owner, before);
  const { all: words } = text.messages.transfers;
  if (transfers.length === 0) return <EmptyState title={words.none} lead={words.noneLead} />;
  return (
    <Card labelledBy="all">
      <h2 id="all" className="mb-2 font-semibold">
        {words.title}
      </h2>
      <TransferTable text={text} caption={words.caption} transfers={transfers} now={clock.now()} />
      {(before !== undefined || next !== undefined) && (
        <nav aria-label={words.pages} className="mt-4 flex flex-wrap justify-end gap-3">
          {before !== undefined && (
            <PageButton look="secondary" href={consolePath(PATH, along)}>
              {words.newest}
            </PageButton>
          )}
          {next !== undefined && (
            <PageButton look="secondary" href={consolePath(PATH, { ...along, before: next })}>
              {words.older}
            </PageButton>
          )}
        </nav>
      )}
    </Card>
  );
}

function one(query: PageQuery, name: string): string | undefined {
  return [query[name]].flat()[0];
}

function cursor(query: PageQuery): string | undefined {
  const before = one(query, "before");
  return before !== undefined && /^trf_[0-9a-z]{26}$/.test(before) ? before : undefined;
}
