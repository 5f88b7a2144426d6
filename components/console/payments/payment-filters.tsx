import { ListFilter, Search } from "lucide";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageForm } from "#components/ui/page-form.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { PaymentQuery } from "#lib/console/payment-history/filter.ts";
import { FAILURE_REASONS, TRANSACTION_STATUSES } from "#lib/payments/model/status.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { ZoneField } from "./zone-field.tsx";

type Props = {
  text: MerchantText;
  mode: Mode;
  asked: PaymentQuery;
  problems: Record<string, string>;
  bankNames: Record<string, string>;
  /** Keeps the order of the list. */
  order: Record<string, string | undefined>;
  clearHref: string;
};

export const SEARCH_ID = "field-q";

/** A GET form, so that the address can be bookmarked and shared. */
export function PaymentFilters(props: Props) {
  const { text, mode, asked, order, problems, clearHref } = props;
  const words = text.messages.payments.filter;
  const { q, zone: _zone, ...others } = asked;
  const count = Object.values(others).filter((value) =>
    Array.isArray(value) ? value.some(Boolean) : Boolean(value),
  ).length;
  const { q: wrongSearch, ...wrong } = problems;
  const isWrong = Object.keys(wrong).length > 0;
  return (
    <PageForm
      action={consolePath("/payments")}
      aria-label={words.label}
      className="relative grid gap-2"
    >
      {mode === "live" && <input type="hidden" name="mode" value="live" />}
      {Object.entries({ ...text.linkQuery, ...order }).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <ZoneField />
      <div className="flex flex-wrap items-center gap-2">
        <SearchField text={text} value={q} error={wrongSearch} />
        <button
          type="submit"
          className="inline-flex min-h-11 items-center gap-2 rounded-soft border border-edge bg-card px-3 font-semibold hover:bg-sunken"
        >
          <Icon of={Search} />
          <span className="max-sm:sr-only">{words.go}</span>
        </button>
        <details open={isWrong} className={isWrong ? "order-last basis-full" : ""}>
          <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-soft border border-edge bg-card px-3 font-medium hover:bg-sunken">
            <Icon of={ListFilter} />
            <span className="max-sm:sr-only">{words.more}</span>
            {count > 0 && (
              <span
                role="img"
                aria-label={text.format(words.moreActive, { count })}
                className="rounded-full bg-ink px-2 text-paper text-sm"
              >
                {count}
              </span>
            )}
          </summary>
          <Panel {...props} isOver={!isWrong} />
        </details>
        {(count > 0 || q) && (
          <PageLink className="link px-2 py-2.5" href={clearHref}>
            {words.clear}
          </PageLink>
        )}
      </div>
    </PageForm>
  );
}

type SearchProps = Pick<Props, "text"> & { value: string | undefined; error: string | undefined };

function SearchField({ text, value, error }: SearchProps) {
  const words = text.messages.payments.filter;
  return (
    <div className="min-w-0 flex-1 basis-40">
      <label htmlFor={SEARCH_ID} className="sr-only">
        {words.search}
      </label>
      <input
        id={SEARCH_ID}
        name="q"
        type="search"
        defaultValue={value}
        placeholder={words.placeholder}
        maxLength={128}
        aria-keyshortcuts="/"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${SEARCH_ID}-error` : "search-help"}
        className="min-h-11 w-full min-w-0 rounded-soft border border-edge bg-card px-4 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-negative"
      />
      <p id="search-help" className="sr-only">
        {words.searchHelp}
      </p>
      {error && (
        <p id={`${SEARCH_ID}-error`} role="alert" className="font-medium text-negative text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

type PanelProps = Props & {
  /** Covers the list, which moves if a filter has to be corrected. */
  isOver: boolean;
};

function Panel({ text, asked, problems, bankNames, isOver }: PanelProps) {
  const words = text.messages.payments.filter;
  const place = isOver ? "absolute inset-x-0 top-full z-20 shadow-card" : "";
  return (
    <div className={`mt-2 grid gap-5 rounded-soft border border-line bg-card p-4 sm:p-6 ${place}`}>
      <p className="text-muted text-sm">{words.searchHelp}</p>
      <Statuses text={text} asked={asked} />
      <Details text={text} asked={asked} problems={problems} bankNames={bankNames} />
      <div className="flex flex-wrap gap-3">
        <Button>{words.apply}</Button>
      </div>
    </div>
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

function Details({
  text,
  asked,
  problems,
  bankNames,
}: Pick<Props, "text" | "asked" | "problems" | "bankNames">) {
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
