import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { Passkey } from "#lib/identity/passkeys/passkey.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Props = { text: MerchantText; passkeys: Passkey[]; now: Date; remove: FormAction<undefined> };

export function PasskeyList({ text, passkeys, now, remove }: Props) {
  const { passkeys: words } = text.messages.security;
  return (
    <ul aria-label={words.list} className="grid divide-y divide-line">
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <li key={id} className="grid gap-3 py-4 first:pt-0 last:pb-0">
          <div className="grid gap-0.5">
            <p className="font-medium">{name}</p>
            <p className="flex flex-wrap gap-x-4 text-muted text-sm">
              <span>
                {words.added} <Moment text={text} at={createdAt} now={now} />
              </span>
              <span>
                {lastUsedAt ? (
                  <>
                    {words.lastUsed} <Moment text={text} at={lastUsedAt} now={now} />
                  </>
                ) : (
                  words.never
                )}
              </span>
            </p>
          </div>
          <Confirm label={words.remove} question={text.format(words.removeQuestion, { name })}>
            <ActionForm action={remove}>
              <input type="hidden" name="id" value={id} />
              <div>
                <SubmitButton look="danger">{words.removeConfirm}</SubmitButton>
              </div>
            </ActionForm>
          </Confirm>
        </li>
      ))}
    </ul>
  );
}
