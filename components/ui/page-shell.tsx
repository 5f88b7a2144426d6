import type { ReactNode } from "react";

type Props = {
  top?: ReactNode;
  header?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  width?: "narrow" | "regular" | "wide";
};

const WIDTHS = { narrow: "max-w-md", regular: "max-w-2xl", wide: "max-w-5xl" } as const;

/** `narrow` is a phone's width. */
export function PageShell({ top, header, children, footer, width = "narrow" }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      {top}
      <div
        className={`mx-auto flex w-full flex-1 flex-col gap-4 px-4 py-4 sm:py-8 ${WIDTHS[width]}`}
      >
        {header && <header>{header}</header>}
        <main className="grid gap-4">{children}</main>
        {footer && (
          <footer className="mt-auto pt-4 text-center text-muted text-sm">{footer}</footer>
        )}
      </div>
    </div>
  );
}
