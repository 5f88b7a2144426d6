import { Section } from "#components/console/settings/section.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Danger, type DangerProps } from "./danger.tsx";

const COUNTS = ["started", "succeeded", "declined", "cancelled", "unavailable"] as const;
type Counts = Record<(typeof COUNTS)[number], number>;
type Day = Counts & { day: string };
type Pause = { reason: string; pausedAt: Date };
type Bank = { id: string; name: string; mode: Mode; pause: Pause | undefined; days: Day[] };

function countColumns(text: MerchantText): Column<Counts>[] {
  const words = text.messages.operator.banks;
  return COUNTS.map((key) => ({
    key,
    head: words[key],
    cell: (row) => String(row[key]),
    figures: true,
  }));
}

function sum(days: Day[]): Counts {
  const of = (key: keyof Counts) => days.reduce((total, day) => total + day[key], 0);
  return {
    started: of("started"),
    succeeded: of("succeeded"),
    declined: of("declined"),
    cancelled: of("cancelled"),
    unavailable: of("unavailable"),
  };
}

export function BankTable({ text, banks }: { text: MerchantText; banks: Bank[] }) {
  const words = text.messages.operator.banks;
  return (
    <DataTable<Bank & Counts>
      caption={words.caption}
      rows={banks.map((bank) => ({ ...bank, ...sum(bank.days) }))}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "bank",
          head: words.bank,
          cell: ({ id, name }) => (
            <PageLink
              className="link font-medium"
              href={consolePath(`/operator/banks/${id}`, text.linkQuery)}
            >
              {name}
            </PageLink>
          ),
        },
        { key: "mode", head: words.mode, cell: ({ mode }) => words[mode] },
        {
          key: "state",
          head: words.state,
          cell: ({ pause }) =>
            pause ? (
              <Badge tone="warning">{words.paused}</Badge>
            ) : (
              <Badge tone="positive">{words.offered}</Badge>
            ),
        },
        ...countColumns(text),
      ]}
    />
  );
}

export function BankDays({ text, days }: { text: MerchantText; days: Day[] }) {
  const words = text.messages.operator.banks;
  return (
    <Section id="health" title={words.health}>
      {days.length === 0 ? (
        <p className="text-muted">{words.noAttempts}</p>
      ) : (
        <DataTable<Day>
          caption={words.health}
          rows={days}
          rowKey={({ day }) => day}
          columns={[{ key: "day", head: words.day, cell: ({ day }) => day }, ...countColumns(text)]}
        />
      )}
    </Section>
  );
}

type PauseProps = DangerProps & {
  bank: Bank;
  now: Date;
  pause: FormAction;
  resume: FormAction;
};

export function PauseBank({ bank, now, pause, resume, ...danger }: PauseProps) {
  const { text } = danger;
  const words = text.messages.operator.banks;
  if (!bank.pause) {
    return (
      <Section id="pause" title={words.pause} lead={words.pauseLead}>
        <Danger {...danger}>
          <ActionForm action={pause} className="grid max-w-xl gap-4">
            <input type="hidden" name="bankId" value={bank.id} />
            <FormField
              name="reason"
              label={words.reason}
              hint={words.reasonHint}
              maxLength={300}
              required
            />
            <div>
              <SubmitButton look="danger">{words.pauseNow}</SubmitButton>
            </div>
          </ActionForm>
        </Danger>
      </Section>
    );
  }
  return (
    <Section id="pause" title={words.paused} lead={words.resumeLead}>
      <Facts
        facts={[
          {
            label: words.pausedSince,
            value: <Moment text={text} at={bank.pause.pausedAt} now={now} />,
          },
          { label: words.reason, value: bank.pause.reason },
        ]}
      />
      <Danger {...danger}>
        <ActionForm action={resume}>
          <input type="hidden" name="bankId" value={bank.id} />
          <div>
            <SubmitButton>{words.resumeNow}</SubmitButton>
          </div>
        </ActionForm>
      </Danger>
    </Section>
  );
}
