import { X } from "lucide";
import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { SavedFilter } from "#lib/console/payment-history/saved-filters/saved-filter.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Shown = {
  text: MerchantText;
  mode: Mode;
  /** Of the list that is shown. */
  query: string;
};

type Props = Shown & {
  filters: SavedFilter[];
  hrefOf: (query: string) => string;
  remove: FormAction<never>;
};

export function SavedFilters({ text, mode, query, filters, hrefOf, remove }: Props) {
  const words = text.messages.payments.saved;
  if (filters.length === 0) return null;
  return (
    <nav
      aria-label={words.label}
      className="flex min-h-11 min-w-0 items-center max-2xl:order-last max-2xl:basis-full 2xl:flex-1"
    >
      <ul className="flex flex-wrap gap-2 text-sm">
        {filters.map(({ id, name, query: saved }) => (
          <li
            key={id}
            className={`flex items-center rounded-full border ${saved === query ? "border-accent bg-accent-tint" : "border-edge bg-card"}`}
          >
            <PageLink
              href={hrefOf(saved)}
              aria-current={saved === query ? "true" : undefined}
              className="inline-flex min-h-8 items-center ps-3 text-ink no-underline hover:underline pointer-coarse:min-h-11"
            >
              {name}
            </PageLink>
            <ActionForm action={remove} className="flex items-center">
              <Hidden mode={mode} query={query} />
              <input type="hidden" name="id" value={id} />
              <button
                type="submit"
                aria-label={text.format(words.remove, { name })}
                title={text.format(words.remove, { name })}
                className="inline-flex size-8 items-center justify-center rounded-full text-muted hover:text-ink pointer-coarse:size-11"
              >
                <Icon of={X} size={16} />
              </button>
            </ActionForm>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function SaveFilter({ text, mode, query, save }: Shown & { save: FormAction<never> }) {
  const words = text.messages.payments.saved;
  return (
    <details className="relative text-sm">
      <summary className="link inline-flex min-h-8 list-none items-center pointer-coarse:min-h-11">
        {words.save}
      </summary>
      <div className="absolute end-0 z-20 mt-1 w-72 max-w-[calc(100vw-2rem)] rounded-soft border border-line bg-card p-4 shadow-card">
        <ActionForm action={save} className="grid gap-3">
          <Hidden mode={mode} query={query} />
          <FormField
            name="name"
            label={words.name}
            hint={words.nameHint}
            maxLength={40}
            autoComplete="off"
          />
          <div>
            <SubmitButton>{words.go}</SubmitButton>
          </div>
        </ActionForm>
      </div>
    </details>
  );
}

function Hidden({ mode, query }: Pick<Shown, "mode" | "query">) {
  return (
    <>
      <input type="hidden" name="mode" value={mode} />
      <input type="hidden" name="query" value={query} />
    </>
  );
}
