import type { ReactNode } from "react";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { REFUND_FAILURES } from "#lib/payments/model/refund.ts";
import type { Refund } from "#lib/payments/refunds/refund.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { type ShownOrder, ShowOrder } from "./show-order.tsx";

export type RefundActions = {
  change: FormAction<undefined>;
  enterAccount: FormAction<undefined>;
  showAccount: FormAction<ShownOrder>;
  createLink: FormAction<undefined>;
};

type Props = {
  text: MerchantText;
  refund: Pick<Refund, "id" | "status" | "returnedAt" | "mode" | "updatedAt">;
  actions: RefundActions;
};

/** What a member can do with a refund, by its status. */
export function RefundForms(props: Props) {
  const { status, returnedAt } = props.refund;
  const { accounts, ready, processing, cancel, comeBack } = props.text.messages.refunds;
  return (
    <div className="flex flex-wrap items-start gap-3">
      {status === "awaiting_account" && (
        <Ask {...props} action={props.actions.createLink} label={accounts.createLink} />
      )}
      {status === "awaiting_account" && <AccountForm {...props} />}
      {status === "ready" && (
        <ShowOrder
          id={props.refund.id}
          action={props.actions.showAccount}
          words={{ show: ready.show, busy: props.text.messages.console.busy }}
        />
      )}
      {status === "ready" && (
        <Change
          {...props}
          change="sent"
          words={{ label: ready.sent, question: ready.sentQuestion, go: ready.sentGo }}
        />
      )}
      {status === "processing" && (
        <>
          <Change
            {...props}
            change="succeeded"
            words={{
              label: processing.succeeded,
              question: processing.succeededQuestion,
              go: processing.succeededGo,
            }}
          />
          <FailedForm {...props} />
          <Change
            {...props}
            change="released"
            words={{
              label: processing.released,
              question: processing.releasedQuestion,
              go: processing.releasedGo,
            }}
          />
        </>
      )}
      {(status === "awaiting_account" || status === "ready") && (
        <Change {...props} change="cancel" words={cancel} />
      )}
      {status === "succeeded" && returnedAt === null && (
        <Change {...props} change="returned" words={comeBack} />
      )}
    </div>
  );
}

type ChangeProps = Props & {
  change: string;
  words: { label: string; question: string; go: string };
  children?: ReactNode;
};

function Change({ text, refund, actions, change, words, children }: ChangeProps) {
  return (
    <Confirm label={words.label} question={words.question}>
      <ActionForm action={actions.change}>
        <input type="hidden" name="id" value={refund.id} />
        <input type="hidden" name="change" value={change} />
        <input type="hidden" name="seen" value={refund.updatedAt.toISOString()} />
        {children}
        <div>
          <SubmitButton busyText={text.messages.console.busy}>{words.go}</SubmitButton>
        </div>
      </ActionForm>
    </Confirm>
  );
}

function FailedForm(props: Props) {
  const { processing: words, failures } = props.text.messages.refunds;
  return (
    <Change
      {...props}
      change="failed"
      words={{ label: words.failed, question: words.failedQuestion, go: words.failedGo }}
    >
      <SelectField
        name="failure"
        label={words.failure}
        options={REFUND_FAILURES.map((value) => ({ value, label: failures[value] }))}
      />
    </Change>
  );
}

type AskProps = Pick<Props, "text" | "refund"> & { action: FormAction<undefined>; label: string };

function Ask({ text, refund, action, label }: AskProps) {
  return (
    <ActionForm action={action} className="grid justify-items-start gap-3">
      <input type="hidden" name="id" value={refund.id} />
      <SubmitButton look="secondary" busyText={text.messages.console.busy}>
        {label}
      </SubmitButton>
    </ActionForm>
  );
}

function AccountForm({ text, refund, actions }: Props) {
  const words = text.messages.refunds.accounts;
  return (
    <details className="group min-w-0 max-w-xl">
      <summary className="inline-flex min-h-11 list-none items-center rounded-soft border border-edge px-4 font-medium hover:bg-sunken">
        {words.open}
      </summary>
      <ActionForm action={actions.enterAccount} className="mt-3 grid gap-3">
        <input type="hidden" name="id" value={refund.id} />
        <FormField name="iban" label={words.iban} autoComplete="off" maxLength={50} required />
        <FormField name="name" label={words.name} autoComplete="off" maxLength={70} required />
        {refund.mode === "live" && <FactorField text={text} />}
        <div>
          <SubmitButton busyText={text.messages.console.busy}>{words.go}</SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}

/** Only above the owner's limits. */
export function FactorField({ text }: { text: MerchantText }) {
  const words = text.messages.refunds.factor;
  return (
    <FormField
      name="code"
      label={words.code}
      hint={words.hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
    />
  );
}
