import type { ReactNode } from "react";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Props = {
  label: string;
  items: { value: string; shown: ReactNode; question: string }[];
  /** Form field that names the removed item. */
  name: string;
  removeText: string;
  busyText: string;
  /** `undefined` for read-only members. */
  remove: FormAction<undefined> | undefined;
};

export function SettingList({ label, items, name, removeText, busyText, remove }: Props) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-line border-y">
      {items.map(({ value, shown, question }) => (
        <li key={value} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <span className="wrap-anywhere min-w-0 font-mono text-sm">{shown}</span>
          {remove && (
            <Confirm label={removeText} question={question}>
              <ActionForm action={remove}>
                <input type="hidden" name={name} value={value} />
                <SubmitButton look="danger" busyText={busyText}>
                  {removeText}
                </SubmitButton>
              </ActionForm>
            </Confirm>
          )}
        </li>
      ))}
    </ul>
  );
}
