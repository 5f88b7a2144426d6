import { ChevronDown, Search } from "lucide-react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { consolePath } from "#lib/console/links.ts";
import type { PaymentQuery } from "#lib/console/payment-history/filter.ts";
import { FAILURE_REASONS, TRANSACTION_STATUSES } from "#lib/payments/transactions/status.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { Mode } from "#lib/platform/mode.ts";

type Props = {
  text: MerchantText;
  mode: Mode;
  asked: PaymentQuery;
  problems: Record<string, string>;
  bankNames: Record<string, string>;
  clearHref: string;
};

/** A GET form, so that the address can be bookmarked and shared. */
export function PaymentFilters({ text, mode, asked, problems, bankNames, clearHref }: Props) {
  const words = text.messages.payments.filter;
  const { q, ...others } = asked;
  const count = Object.values(others).filter((value) =>
    Array.isArray(value) ? value.some(Boolean) : Boolean(value),
  ).length;
  const isOpen = count > 0 || Object.keys(problems).length > 0;
  return (
    <form action={consolePath("/payments")} aria-label={words.label} className="grid gap-4">
      {mode === "live" && <input type="hidden" name="mode" value="live" />}
      {text.linkQuery.lang && <input type="hidden" name="lang" value={text.linkQuery.lang} />}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <Field
            name="q"
            type="search"
            label={words.search}
            hint={words.searchHint}
            maxLength={128}
            {...kept("q", asked, problems)}
          />
        </div>
        <Button look="secondary" icon={<Icon of={Search} />}>
          {words.go}
        </Button>
        {(count > 0 || q) && (
          <ButtonLink look="quiet" href={clearHref}>
            {words.clear}
          </ButtonLink>
        )}
      </div>
      <details open={isOpen} className="group">
        <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-soft border border-edge bg-card px-4 font-medium hover:bg-sunken">
          {count > 0 ? text.format(words.moreActive, { count }) : words.more}
          <span className="transition-transform group-open:rotate-180">
            <Icon of={ChevronDown} size={16} />
          </span>
        </summary>
        <div className="mt-3 grid gap-5 rounded-soft border border-line bg-card p-4 sm:p-6">
          <Statuses text={text} asked={asked} />
          <Details text={text} asked={asked} problems={problems} bankNames={bankNames} />
          <div className="flex flex-wrap gap-3">
            <Button>{words.apply}</Button>
          </div>
        </div>
      </details>
    </form>
  );
}

function Statuses({ text, asked }: Pick<Props, "text" | "asked">) {
  const words = text.messages.payments;
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-medium">{words.filter.statuses}</legend>
      <div className="flex flex-wrap gap-2">
        {TRANSACTION_STATUSES.map((status) => (
          <label
            key={status}
            className="inline-flex min-h-11 items-center gap-2 rounded-soft border border-edge bg-card px-3 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-tint"
          >
            <input
              type="checkbox"
              name="status"
              value={status}
              defaultChecked={asked.status?.includes(status)}
              className="size-5 accent-accent"
            />
            {words.status[status]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Details({ text, asked, problems, bankNames }: Omit<Props, "mode" | "clearHref">) {
  const words = text.messages.payments;
  const { filter } = words;
  const any = { value: "", label: filter.any };
  const reasons = FAILURE_REASONS.map((value) => ({ value, label: words.reasons[value] }));
  const banks = Object.entries(bankNames).map(([value, label]) => ({ value, label }));
  // A bank that is no longer offered can still be a filter.
  const isKnown = !asked.bank || asked.bank in bankNames;
  const other = isKnown ? [] : [{ value: asked.bank ?? "", label: asked.bank ?? "" }];
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <SelectField
        name="reason"
        label={filter.reason}
        options={[any, ...reasons]}
        defaultValue={asked.reason ?? ""}
      />
      <SelectField
        name="bank"
        label={filter.bank}
        options={[any, ...banks, ...other]}
        defaultValue={asked.bank ?? ""}
      />
      <Field name="from" type="date" label={filter.from} {...kept("from", asked, problems)} />
      <Field name="to" type="date" label={filter.to} {...kept("to", asked, problems)} />
      <Field
        name="min"
        inputMode="decimal"
        label={filter.min}
        maxLength={20}
        {...kept("min", asked, problems)}
      />
      <Field
        name="max"
        inputMode="decimal"
        label={filter.max}
        maxLength={20}
        {...kept("max", asked, problems)}
      />
      <Field
        name="currency"
        label={filter.currency}
        maxLength={3}
        {...kept("currency", asked, problems)}
      />
      <Field
        name="externalId"
        label={filter.externalId}
        maxLength={128}
        {...kept("externalId", asked, problems)}
      />
      <p className="text-muted text-sm sm:col-span-2 xl:col-span-4">{filter.hint}</p>
    </div>
  );
}

function kept(
  name: Exclude<keyof PaymentQuery, "status">,
  asked: PaymentQuery,
  problems: Record<string, string>,
) {
  const { [name]: value } = asked;
  const { [name]: error } = problems;
  return {
    ...(value === undefined ? {} : { defaultValue: value }),
    ...(error === undefined ? {} : { error }),
  };
}
