import { Coffee } from "lucide";
import type { ReactNode } from "react";
import { TopLine } from "#components/ui/banner.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import type { MerchantMessages } from "#lib/platform/i18n/messages/en.ts";

export type AppWords = MerchantMessages["app"];

export function AppFrame({ words, children }: { words: AppWords; children: ReactNode }) {
  return (
    <PageShell top={<TopLine>{words.line}</TopLine>} footer={words.foot}>
      <div className="grid content-start gap-6 rounded-soft sm:min-h-160 sm:border-8 sm:border-line sm:bg-card sm:p-6">
        <p className="flex items-center gap-2 font-semibold">
          <span className="text-accent">
            <Icon of={Coffee} />
          </span>
          {words.name}
        </p>
        {children}
      </div>
    </PageShell>
  );
}
