import Link from "next/link";
import { type ButtonLinkProps, classOf, Label } from "./button.tsx";

/** A {@link PageLink} that looks like a button. */
export function PageButton(props: Omit<ButtonLinkProps, "target">) {
  const { look, wide, size, icon, children, ...rest } = props;
  return (
    <Link prefetch={false} className={classOf(props)} {...rest}>
      <Label icon={icon}>{children}</Label>
    </Link>
  );
}
