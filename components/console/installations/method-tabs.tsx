import { Tabs } from "#components/ui/tabs.tsx";
import { type Along, consolePath } from "#lib/console/paths/links.ts";
import {
  INTEGRATION_METHODS,
  type IntegrationMethod,
} from "#lib/merchants/model/integration-method.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; method: IntegrationMethod; along: Along };

export function MethodTabs({ text, method, along }: Props) {
  const words = text.messages.installations;
  return (
    <Tabs
      label={words.methodsLabel}
      tabs={INTEGRATION_METHODS.map((other) => ({
        href: consolePath(`/installations/${other}`, along),
        label: words.methods[other].name,
        isCurrent: other === method,
      }))}
    />
  );
}
