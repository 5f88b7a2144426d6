"use client";

import { KeyRound } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useFormStatus } from "react-dom";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";

export type PasskeyAction = (form: FormData) => Promise<void>;

type Props = {
  action: PasskeyAction;
  /** Opens the browser's dialog. Rejects if the payer closes it. */
  ask: () => Promise<object>;
  words: { button: string; busy: string; failed: string };
  /** Beside more important buttons. */
  isSmall?: boolean;
  hint?: string;
  /** Shown after the dialog failed. */
  otherwise?: ReactNode;
  /** Hidden fields. */
  children: ReactNode;
};

/** Submits the browser's response like any other form. */
export function PasskeyForm({ action, ask, words, children, ...rest }: Props) {
  const { isSmall = false, hint, otherwise } = rest;
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function tap() {
    setAsking(true);
    setFailed(false);
    try {
      const response = await ask();
      if (!field.current) return;
      field.current.value = JSON.stringify(response);
      field.current.form?.requestSubmit();
    } catch {
      setFailed(true);
    } finally {
      setAsking(false);
    }
  }

  return (
    <div className="grid gap-4">
      <form action={action} className={isSmall ? "grid justify-items-start gap-2" : undefined}>
        {children}
        <input ref={field} type="hidden" name="response" />
        <TapButton
          isAsking={isAsking}
          isSmall={isSmall}
          busyText={words.busy}
          describedBy={hint && "passkey-hint"}
          onTap={tap}
        >
          {words.button}
        </TapButton>
        {hint && (
          <p id="passkey-hint" className="text-muted">
            {hint}
          </p>
        )}
      </form>
      {hasFailed && (
        <Banner tone="warning" alert>
          <p>{words.failed}</p>
        </Banner>
      )}
      {hasFailed && otherwise}
    </div>
  );
}

type TapProps = {
  isAsking: boolean;
  isSmall: boolean;
  busyText: string;
  describedBy: string | undefined;
  onTap: () => void;
  children: string;
};

function TapButton({ isAsking, isSmall, busyText, describedBy, ...tap }: TapProps) {
  const { onTap, children } = tap;
  const { pending } = useFormStatus();
  const isBusy = isAsking || pending;
  return (
    <Button
      type="button"
      {...(isSmall ? { look: "tool", size: "small" } : { look: "secondary", wide: true })}
      icon={<Icon of={KeyRound} size={isSmall ? 16 : 20} />}
      aria-describedby={describedBy}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) onTap();
      }}
    >
      {isBusy ? busyText : children}
    </Button>
  );
}
