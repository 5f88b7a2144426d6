import { createElement, type ReactNode } from "react";

type Props<P extends object> = {
  /** Defined in components/page.script.ts. */
  name: `page-${string}`;
  props: P;
  className?: string;
  /** Depends on `props` alone, see show-page.script.ts. */
  children?: ReactNode;
};

/** A custom element: the server renders it, the script of the page runs it. */
export function PageElement<P extends object>({ name, props, className, children }: Props<P>) {
  return createElement(name, { props: JSON.stringify(props), class: className }, children);
}
