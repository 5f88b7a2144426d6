import type { ComponentProps } from "react";

/** What React knows of a server action. */
type Reference = { $$id?: string; $$bound?: readonly unknown[] | null };
type Action = (form: FormData) => Promise<void>;
type Props = Omit<ComponentProps<"form">, "action"> & { action: Action };

/**
 * Sends a server action without React in the browser.
 * @throws Error for an action with bound arguments, or a function that is none
 */
export function Form({ action, children, ...props }: Props) {
  return (
    <form method="post" encType="multipart/form-data" {...props}>
      <input type="hidden" name={fieldOf(action)} />
      {children}
    </form>
  );
}

function fieldOf({ $$id, $$bound }: Action & Reference): string {
  if ($$id === undefined || $$bound) throw new Error("not a server action without arguments");
  return `$ACTION_ID_${$$id}`;
}
