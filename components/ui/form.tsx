import type { ComponentProps } from "react";
import { actionField } from "./action-field.ts";

type Action = (form: FormData) => Promise<void>;
type Props = Omit<ComponentProps<"form">, "action"> & { action: Action };

/**
 * Sends a server action without React in the browser: its response is loaded as a whole page.
 * @throws Error for an action with bound arguments, or a function that is none
 */
export function Form({ action, children, ...props }: Props) {
  return (
    <form method="post" encType="multipart/form-data" {...props}>
      <input type="hidden" name={actionField(action)} />
      {children}
    </form>
  );
}
