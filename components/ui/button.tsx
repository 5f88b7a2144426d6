import type { MouseEvent, ReactNode } from "react";
import { WithIcon } from "./with-icon.tsx";

export type ButtonLook = "primary" | "secondary" | "tool" | "quiet" | "danger";

type Common = {
  look?: ButtonLook;
  wide?: boolean;
  size?: "small" | "regular" | "large";
  icon?: ReactNode;
  children: ReactNode;
};

export type ButtonLinkProps = Common & {
  href: string;
  target?: "_blank" | "_top" | "_self";
  id?: string;
};

type ButtonProps = Common & {
  type?: "submit" | "button";
  name?: string;
  value?: string;
  disabled?: boolean;
  /** Looks disabled and is announced so, but keeps the focus. `onClick` must check it. */
  "aria-disabled"?: boolean;
  "aria-describedby"?: string | undefined;
  "aria-label"?: string | undefined;
  autoFocus?: boolean;
  id?: string;
  form?: string;
  /** Shown once the form is sent, see busy-forms.script.ts. */
  "data-busy"?: string;
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
};

/** Of a button that sends its form. `busyText` is shown meanwhile. */
export type FormButtonProps = Omit<
  ButtonProps,
  "children" | "type" | "onClick" | "aria-disabled" | "data-busy"
> & { busyText: string; children: string };

const SIZES = {
  small: "min-h-11 px-3.5 py-2 text-sm",
  regular: "min-h-12 px-5 py-2.5 text-base",
  large: "min-h-14 px-6 py-3.5 text-lg",
} as const;

const LOOKS = {
  primary: "font-semibold border-transparent bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "font-semibold border-edge bg-card text-ink hover:bg-sunken",
  tool: "font-medium border-line bg-card text-ink hover:border-edge hover:bg-sunken",
  quiet: "font-medium border-transparent text-muted hover:bg-sunken hover:text-ink",
  danger: "font-semibold border-transparent bg-negative text-on-negative hover:bg-negative-strong",
} as const;

export function classOf({ look = "primary", size = "regular", wide = false }: Common): string {
  return `button ${SIZES[size]} ${LOOKS[look]}${wide ? " w-full" : ""}`;
}

/** `type` defaults to `submit`. */
export function Button(props: ButtonProps) {
  const { look, wide, size, icon, children, type = "submit", ...rest } = props;
  return (
    <button type={type} className={classOf(props)} {...rest}>
      <Label icon={icon}>{children}</Label>
    </button>
  );
}

/** A plain anchor: nothing is prefetched. */
export function ButtonLink(props: ButtonLinkProps) {
  const { look, wide, size, icon, children, ...rest } = props;
  return (
    <a
      className={classOf(props)}
      {...(rest.target === "_blank" ? { rel: "noopener" } : {})}
      {...rest}
    >
      <Label icon={icon}>{children}</Label>
    </a>
  );
}

export function Label({ icon, children }: Pick<Common, "icon" | "children">) {
  if (icon) return <WithIcon icon={icon}>{children}</WithIcon>;
  return <span className="text-balance">{children}</span>;
}
