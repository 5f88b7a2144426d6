import type { ReactNode } from "react";

type Props = {
  top?: ReactNode;
  header?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  width?: keyof typeof WIDTHS;
};

/** `narrow` is a phone's width; `split` leaves room for two columns where there is any. */
const WIDTHS = {
  narrow: "max-w-md",
  split: "max-w-md min-[900px]:max-w-[60rem]",
  regular: "max-w-2xl",
  wide: "max-w-5xl",
} as const;

/** Spacing stays in pixels: where only the text is larger, as in apps, wider gaps would leave no room for it. */
export function PageShell({ top, header, children, footer, width = "narrow" }: Props) {
  return (
    <div className="flex min-h-dvh flex-col [--spacing:4px]">
      {top}
      <div
        className={`mx-auto flex w-full flex-1 flex-col gap-4 px-4 py-4 sm:py-8 ${WIDTHS[width]}`}
      >
        {header && <header>{header}</header>}
        <main className="grid grid-cols-1 gap-4">{children}</main>
        {footer && (
          <footer className="mt-auto pt-4 text-center text-muted text-sm">{footer}</footer>
        )}
      </div>
    </div>
  );
}
