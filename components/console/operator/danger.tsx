import type { ReactNode } from "react";
import { PageButton } from "#components/ui/page-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

export type DangerProps = {
  text: MerchantText;
  /** Whether the second factor was used a moment ago. The action checks it too. */
  isRecent: boolean;
  /** This page, to come back to. */
  path: `/${string}`;
};

export function Danger({ text, isRecent, path, children }: DangerProps & { children: ReactNode }) {
  if (isRecent) return children;
  const words = text.messages.operator.danger;
  const next = consolePath(path, text.linkQuery);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">{words.lead}</p>
      <PageButton
        look="secondary"
        href={consolePath("/operator/confirm", { next, ...text.linkQuery })}
      >
        {words.link}
      </PageButton>
    </div>
  );
}
