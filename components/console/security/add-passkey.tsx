import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { PageElement } from "#components/ui/page-element.tsx";
import { ProblemPlace } from "#components/ui/problem-place.tsx";
import type { MerchantMessages } from "#lib/platform/i18n/messages/en.ts";
import type { AddPasskeyProps } from "./add-passkey.script.ts";

type Props = {
  words: MerchantMessages["security"]["passkeys"];
  password: { label: string; hint: string };
  failed: string;
  doneHref: string;
};

export function AddPasskey({ words, password, failed, doneHref }: Props) {
  const { creating, cancelled, failures } = words;
  return (
    <PageElement<AddPasskeyProps>
      name="page-add-passkey"
      props={{ creating, cancelled, failures, failed, doneHref }}
      className="needs-script"
    >
      <form className="grid max-w-lg gap-4" method="post" noValidate>
        <ProblemPlace />
        <Field
          name="name"
          label={words.nameLabel}
          hint={words.nameHint}
          required
          maxLength={60}
          autoComplete="off"
        />
        <Field
          name="password"
          type="password"
          label={password.label}
          hint={password.hint}
          required
          autoComplete="current-password"
        />
        <div>
          {/* Before the script runs, the fields would be sent to the page. */}
          <Button disabled>{words.create}</Button>
        </div>
      </form>
      <template>
        <p className="text-muted">{words.unsupported}</p>
      </template>
    </PageElement>
  );
}
