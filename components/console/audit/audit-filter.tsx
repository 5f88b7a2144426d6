import { Button } from "#components/ui/button.tsx";
import { PageForm } from "#components/ui/page-form.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { AuditAction } from "#lib/platform/audit/log.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  /** Of the log. */
  path: `/${string}`;
  action: AuditAction | undefined;
};

/** A GET form, so that the address can be bookmarked. */
export function AuditFilter({ text, path, action }: Props) {
  const words = text.messages.audit;
  const kinds = Object.entries(words.actions).map(([value, label]) => ({ value, label }));
  return (
    <PageForm action={consolePath(path)} className="flex flex-wrap items-end gap-3">
      {text.linkQuery.lang && <input type="hidden" name="lang" value={text.linkQuery.lang} />}
      <div className="w-full max-w-md">
        <SelectField
          name="action"
          label={words.filter}
          defaultValue={action ?? ""}
          options={[{ value: "", label: words.all }, ...kinds]}
        />
      </div>
      <Button look="secondary">{words.apply}</Button>
      {action && (
        <PageLink
          className="link inline-flex min-h-12 items-center"
          href={consolePath(path, text.linkQuery)}
        >
          {words.clear}
        </PageLink>
      )}
    </PageForm>
  );
}
