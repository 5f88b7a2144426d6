import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { ListedFeed } from "#lib/payments/feeds/feed.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { formatIban } from "#lib/platform/values/iban.ts";
import { type ConsentActions, ConsentSteps } from "./consent-steps.tsx";
import { Section } from "./section.tsx";

export type FeedActions = ConsentActions &
  Record<"readNow" | "setSecret" | "retire", FormAction<undefined>>;

type Props = {
  text: MerchantText;
  feeds: ListedFeed[];
  now: Date;
  /** Without a slash at its end. */
  hooksUrl: string;
  /** Of the feed whose provider sent the owner back. */
  consented: { id: string; code: string } | undefined;
  /** `undefined` for members who may only read. */
  actions: FeedActions | undefined;
};

export function FeedList({ text, feeds, now, hooksUrl, consented, actions }: Props) {
  const words = text.messages.feeds;
  return (
    <>
      <p className="max-w-prose">{words.lead}</p>
      <Banner tone="warning" title={words.simulated.title}>
        <p>{words.simulated.text}</p>
      </Banner>
      {feeds.length === 0 && <EmptyState title={words.none} lead={words.noneLead} />}
      {feeds.map((feed) => (
        <FeedSection
          key={feed.id}
          text={text}
          feed={feed}
          now={now}
          hookUrl={`${hooksUrl}/${feed.id}`}
          code={consented?.id === feed.id ? consented.code : undefined}
          actions={feed.retiredAt === null ? actions : undefined}
        />
      ))}
    </>
  );
}

type State = keyof Omit<MerchantText["messages"]["feeds"]["state"], "label">;

const TONES: Record<State, BadgeTone> = {
  unconnected: "warning",
  waiting: "neutral",
  reading: "positive",
  failing: "negative",
  retired: "neutral",
};

function stateOf({ retiredAt, nextReadAt, lastError, lastReadAt }: ListedFeed): State {
  if (retiredAt !== null) return "retired";
  if (nextReadAt === null) return "unconnected";
  if (lastError !== null) return "failing";
  return lastReadAt === null ? "waiting" : "reading";
}

type SectionProps = Pick<Props, "text" | "now" | "actions"> & {
  feed: ListedFeed;
  hookUrl: string;
  code: string | undefined;
};

function FeedSection({ text, feed, now, hookUrl, code, actions }: SectionProps) {
  const words = text.messages.feeds;
  const { id, provider, lastReadAt, lastMoneyAt, lastError, lastErrorAt, hasWebhook } = feed;
  const { consent } = feed;
  const state = stateOf(feed);
  const when = (at: Date | null) =>
    at === null ? words.never : <Moment text={text} at={at} now={now} />;
  const title = text.format(words.title, {
    provider: words.providers[provider],
    iban: formatIban(feed.iban),
  });
  return (
    <Section id={id} title={title}>
      <Facts
        facts={[
          {
            label: words.state.label,
            value: <Badge tone={TONES[state]}>{words.state[state]}</Badge>,
          },
          { label: words.lastRead, value: when(lastReadAt) },
          { label: words.lastMoney, value: when(lastMoneyAt) },
          ...(lastErrorAt ? [{ label: words.lastError, value: when(lastErrorAt) }] : []),
          {
            label: words.webhook.label,
            value: hasWebhook ? words.webhook.on : words.webhook.off,
          },
        ]}
      />
      {lastError && <p>{words.errors[lastError]}</p>}
      {actions && consent && (state === "unconnected" || lastError === "denied") && (
        <ConsentSteps text={text} id={id} consent={consent} code={code} actions={actions} />
      )}
      {actions && <Actions text={text} feed={feed} hookUrl={hookUrl} actions={actions} />}
    </Section>
  );
}

type ActionsProps = {
  text: MerchantText;
  feed: ListedFeed;
  hookUrl: string;
  actions: FeedActions;
};

function Actions({ text, feed, hookUrl, actions }: ActionsProps) {
  const { id } = feed;
  const { readNow, retire, webhook } = text.messages.feeds;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <ActionForm action={actions.readNow}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton look="secondary">{readNow}</SubmitButton>
      </ActionForm>
      <details className="group min-w-0 max-w-xl">
        <summary className="inline-flex min-h-12 list-none items-center rounded-soft border border-edge px-4 font-medium hover:bg-sunken">
          {webhook.open}
        </summary>
        <WebhookForm text={text} feed={feed} hookUrl={hookUrl} action={actions.setSecret} />
      </details>
      <Confirm label={retire.label} question={retire.question}>
        <ActionForm action={actions.retire}>
          <input type="hidden" name="id" value={id} />
          <SubmitButton look="danger">{retire.go}</SubmitButton>
        </ActionForm>
      </Confirm>
    </div>
  );
}

type FormProps = Omit<ActionsProps, "actions"> & { action: FormAction<undefined> };

function WebhookForm({ text, feed: { id, provider }, hookUrl, action }: FormProps) {
  const { webhook } = text.messages.feeds;
  const { settings } = text.messages;
  return (
    <div className="mt-3 grid gap-4">
      <ol className="grid max-w-prose list-decimal gap-2 ps-6">
        <li>{webhook.subscribe[provider]}</li>
        <li>{webhook.enter}</li>
      </ol>
      <CodeBlock code={hookUrl} />
      <ActionForm action={action} className="grid justify-items-start gap-4">
        <input type="hidden" name="id" value={id} />
        <FormField
          name="webhookSecret"
          label={webhook.secret}
          type="password"
          maxLength={200}
          autoComplete="off"
        />
        <SubmitButton busyText={settings.saving}>{webhook.save}</SubmitButton>
      </ActionForm>
    </div>
  );
}
