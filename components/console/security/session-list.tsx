import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Entry = {
  id: string;
  /** Parts are `undefined` where not known. */
  name: { browser: string | undefined; system: string | undefined };
  createdAt: Date;
  lastSeenAt: Date;
  isComplete: boolean;
};

type Props = {
  text: MerchantText;
  sessions: Entry[];
  /** The session of the current browser. */
  ownId: string;
  now: Date;
  revoke: FormAction<undefined>;
};

export function SessionList({ text, sessions, ownId, now, revoke }: Props) {
  const { sessions: words } = text.messages.security;
  return (
    <ul aria-label={words.list} className="grid divide-y divide-line">
      {sessions.map(({ id, name, createdAt, lastSeenAt, isComplete }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0"
        >
          <div className="grid min-w-0 gap-0.5">
            <p
              id={`browser-${id}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium"
            >
              {browserWords(text, name)}
              {id === ownId && <Badge tone="positive">{words.here}</Badge>}
              {!isComplete && <Badge tone="warning">{words.incomplete}</Badge>}
            </p>
            <p className="flex flex-wrap gap-x-4 text-muted text-sm">
              <span>
                {words.seen} <Moment text={text} at={lastSeenAt} now={now} />
              </span>
              <span>
                {words.since} <Moment text={text} at={createdAt} now={now} />
              </span>
            </p>
          </div>
          {id !== ownId && (
            <ActionForm action={revoke}>
              <input type="hidden" name="id" value={id} />
              <SubmitButton look="secondary" aria-describedby={`browser-${id}`}>
                {words.signOut}
              </SubmitButton>
            </ActionForm>
          )}
        </li>
      ))}
    </ul>
  );
}

function browserWords(text: MerchantText, { browser, system }: Entry["name"]): string {
  const words = text.messages.security.sessions;
  if (browser && system) return text.format(words.named, { browser, system });
  return browser ?? system ?? words.unknown;
}
