import { embedCheckPath } from "#components/embedding/links.ts";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { RefusalCause } from "#lib/merchants/embedding/cause.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Section } from "./section.tsx";

type Refusal = {
  origin: string;
  /** Of the latest refused payment, if known. */
  reference: string | null;
  cause: RefusalCause;
  count: number;
  lastAt: Date;
};

type Props = {
  text: MerchantText;
  refusals: Refusal[];
  now: Date;
  /** `undefined` for read-only members. */
  allow: FormAction<undefined> | undefined;
};

/** The first place to look when a checkout stays empty. */
export function EmbedRefusals({ text, refusals, now, allow }: Props) {
  const { tried: words } = text.messages.settings.embedding;
  return (
    <Section id="refusals" title={words.title} lead={words.lead}>
      {refusals.length === 0 ? (
        <EmptyState title={words.none} lead={words.noneLead} />
      ) : (
        <DataTable
          caption={words.title}
          columns={columns(text, now, allow)}
          rows={refusals}
          rowKey={({ origin }) => origin}
        />
      )}
    </Section>
  );
}

function siteId(origin: string): string {
  return `refused-${origin}`;
}

function columns(
  text: MerchantText,
  now: Date,
  allow: FormAction<undefined> | undefined,
): Column<Refusal>[] {
  const { embedding } = text.messages.settings;
  const { tried: words } = embedding;
  const action: Column<Refusal> = {
    key: "action",
    head: words.actions,
    figures: true,
    cell: ({ origin, reference, cause }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-4">
        <a
          href={embedCheckPath({ reference: reference ?? "", origin })}
          target="_blank"
          rel="noopener"
          aria-describedby={siteId(origin)}
          className="link"
        >
          {words.check}
        </a>
        {allow && <Allow text={text} origin={origin} cause={cause} action={allow} />}
      </span>
    ),
  };
  return [
    {
      key: "origin",
      head: embedding.site,
      cell: ({ origin }) => <span id={siteId(origin)}>{origin}</span>,
    },
    { key: "cause", head: words.cause, cell: ({ cause }) => words.causes[cause] },
    { key: "count", head: words.times, figures: true, cell: ({ count }) => count },
    {
      key: "last",
      head: words.last,
      cell: ({ lastAt }) => <Moment text={text} at={lastAt} now={now} />,
    },
    action,
  ];
}

type AllowProps = {
  text: MerchantText;
  origin: string;
  cause: RefusalCause;
  action: FormAction<undefined>;
};

/** An origin that resembles none on the list needs confirmation: only a browser reported it. */
function Allow({ text, origin, cause, action }: AllowProps) {
  const { embedding, saving } = text.messages.settings;
  const { tried: words } = embedding;
  const form = (
    <ActionForm action={action} className="inline-grid gap-2">
      <input type="hidden" name="origin" value={origin} />
      <SubmitButton look="secondary" busyText={saving} aria-describedby={siteId(origin)}>
        {words.allow}
      </SubmitButton>
    </ActionForm>
  );
  return (
    <span className="inline-grid max-w-xs gap-2 whitespace-normal">
      {cause === "unlisted" ? (
        <Confirm label={words.allow} question={text.format(words.question, { origin })}>
          {form}
        </Confirm>
      ) : (
        form
      )}
      <span className="text-muted text-sm">{words.unproved}</span>
    </span>
  );
}
