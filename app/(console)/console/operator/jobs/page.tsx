import { JobTable, QueueTable } from "#components/console/operator/job-tables.tsx";
import { requireOperator } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { OperatorPage, operatorMetadata } from "../operator-page.tsx";

export const generateMetadata = operatorMetadata("jobs");

export default async function OperatorJobsPage() {
  const visit = await requireOperator("/operator/jobs");
  const { operator, clock } = await getServices();
  const [text, overview] = await Promise.all([merchantText(), operator.jobs()]);
  const { pages, jobs: words } = text.messages.operator;
  const now = clock.now();
  return (
    <OperatorPage visit={visit} section="jobs" title={pages.jobs} lead={words.lead}>
      <JobTable text={text} jobs={overview.jobs} now={now} />
      <QueueTable text={text} queues={overview.queues} exhausted={overview.exhausted} now={now} />
    </OperatorPage>
  );
}
