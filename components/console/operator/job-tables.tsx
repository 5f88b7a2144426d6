import { Section } from "#components/console/settings/section.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Job = {
  name: string;
  dueAt: Date;
  leasedUntil: Date | null;
  lastRunAt: Date | null;
  failedSteps: number;
  lastFailedAt: Date | null;
};

export function JobTable({ text, jobs, now }: { text: MerchantText; jobs: Job[]; now: Date }) {
  const words = text.messages.operator.jobs;
  const moment = (at: Date | null) => (at ? <Moment text={text} at={at} now={now} /> : words.never);
  return (
    <Section id="periodic" title={words.periodic}>
      {jobs.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <DataTable
          caption={words.caption}
          rows={jobs}
          rowKey={({ name }) => name}
          columns={[
            { key: "job", head: words.job, cell: ({ name }) => nameOf(words.names, name) },
            { key: "last", head: words.last, cell: ({ lastRunAt }) => moment(lastRunAt) },
            {
              key: "next",
              head: words.next,
              cell: ({ dueAt, leasedUntil }) =>
                leasedUntil && leasedUntil > now ? <Badge>{words.running}</Badge> : moment(dueAt),
            },
            {
              key: "result",
              head: words.result,
              cell: ({ failedSteps }) =>
                failedSteps > 0 ? (
                  <Badge tone="negative">{text.format(words.failed, { count: failedSteps })}</Badge>
                ) : (
                  words.fine
                ),
            },
            {
              key: "lastFailed",
              head: words.lastFailed,
              cell: ({ lastFailedAt }) => moment(lastFailedAt),
            },
          ]}
        />
      )}
    </Section>
  );
}

/** A job of a newer version is shown by its own name. */
function nameOf(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}

type Queue = {
  name: "deliveries" | "failing_deliveries" | "polls" | "expiries";
  waiting: number;
  oldestAt: Date | null;
};

type QueueProps = { text: MerchantText; queues: Queue[]; exhausted: number; now: Date };

export function QueueTable({ text, queues, exhausted, now }: QueueProps) {
  const words = text.messages.operator.jobs;
  return (
    <Section id="queues" title={words.queues}>
      <DataTable
        caption={words.queuesCaption}
        rows={queues}
        rowKey={({ name }) => name}
        columns={[
          { key: "queue", head: words.queue, cell: ({ name }) => words.queueNames[name] },
          {
            key: "waiting",
            head: words.waiting,
            cell: ({ waiting }) => String(waiting),
            figures: true,
          },
          {
            key: "oldest",
            head: words.oldest,
            cell: ({ oldestAt }) =>
              oldestAt ? <Moment text={text} at={oldestAt} now={now} /> : "–",
            figures: true,
          },
        ]}
      />
      <p>{text.format(words.exhausted, { count: exhausted })}</p>
    </Section>
  );
}
