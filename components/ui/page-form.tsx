import Form from "next/form";
import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<typeof Form>, "action"> & { action: string };

/** A GET form between pages with React in the browser: its fields are the query of the next page. */
export function PageForm(props: Props) {
  return <Form prefetch={false} {...props} />;
}
