"use client";

import { QRCodeSVG } from "qrcode.react";
import { codeOf } from "#components/checkout/code-of.ts";
import { ActionForm } from "#components/ui/action-form.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { FormAction } from "#lib/platform/values/form-state.ts";

/** What a member needs to send a refund. `code`: for a banking app, and what it holds. */
export type ShownOrder = {
  lead: string;
  facts: Fact[];
  code: { content: string; alternative: string } | undefined;
};

type Props = {
  id: string;
  action: FormAction<ShownOrder>;
  words: { show: string; busy: string };
};

const SIZE = 240;
const QUIET_ZONE = 4;

export function ShowOrder({ id, action, words }: Props) {
  return (
    <ActionForm
      action={action}
      className="grid justify-items-start gap-3"
      done={(order) => <Order order={order} />}
    >
      <input type="hidden" name="id" value={id} />
      <SubmitButton look="secondary" busyText={words.busy}>
        {words.show}
      </SubmitButton>
    </ActionForm>
  );
}

function Order({ order: { lead, facts, code } }: { order: ShownOrder }) {
  return (
    <div className="grid w-full max-w-xl gap-3">
      <p tabIndex={-1} data-autofocus="">
        {lead}
      </p>
      <div className="flex flex-wrap items-start gap-4">
        {code && (
          <div className="w-64 max-w-full shrink-0 overflow-hidden rounded-soft border border-line bg-white forced-color-adjust-none">
            <QRCodeSVG
              {...codeOf(code.content)}
              size={SIZE}
              marginSize={QUIET_ZONE}
              fgColor="#000000"
              bgColor="#ffffff"
              role="img"
              aria-label={code.alternative}
              className="h-auto w-full"
            />
          </div>
        )}
        <div className="min-w-0 flex-1 basis-60">
          <Facts facts={facts} />
        </div>
      </div>
    </div>
  );
}
