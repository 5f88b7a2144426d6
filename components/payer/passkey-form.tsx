import { KeyRound } from "lucide";
import type { ReactNode } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageElement } from "#components/ui/page-element.tsx";
import type { PasskeyFormProps } from "./passkey-form.script.ts";

export type PasskeyAction = (form: FormData) => Promise<void>;

type Props = {
  action: PasskeyAction;
  props: PasskeyFormProps;
  words: { button: string; failed: string };
  className?: string;
  /** Beside more important buttons. */
  isSmall?: boolean;
  hint?: string;
  /** Shown after the browser's dialog failed. */
  otherwise?: ReactNode;
  /** Hidden fields. */
  children: ReactNode;
};

export function PasskeyForm({ action, props, words, className = "", children, ...rest }: Props) {
  const { isSmall = false, hint, otherwise } = rest;
  return (
    <PageElement<PasskeyFormProps>
      name="page-passkey-form"
      props={props}
      className={`needs-script grid grid-cols-1 gap-4 ${className}`}
    >
      <Form action={action} className={isSmall ? "grid justify-items-start gap-2" : undefined}>
        {children}
        <input type="hidden" name="response" />
        <Button
          type="button"
          {...(isSmall ? { look: "tool", size: "small" } : { look: "secondary", wide: true })}
          icon={<Icon of={KeyRound} size={isSmall ? 16 : 20} />}
          aria-describedby={hint && "passkey-hint"}
          aria-disabled={false}
        >
          {words.button}
        </Button>
        {hint && (
          <p id="passkey-hint" className="text-muted">
            {hint}
          </p>
        )}
      </Form>
      <div data-failed="" className="grid gap-4 empty:hidden" />
      <template>
        <Banner tone="warning" alert>
          <p>{words.failed}</p>
        </Banner>
        {otherwise}
      </template>
    </PageElement>
  );
}
