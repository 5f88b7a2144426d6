import { type Along, consolePath } from "#lib/console/links.ts";
import { INTEGRATION_METHODS, type IntegrationMethod } from "#lib/merchants/api-keys/api-key.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; method: IntegrationMethod; along: Along };

export function MethodTabs({ text, method, along }: Props) {
  const words = text.messages.installations;
  return (
    <nav aria-label={words.methodsLabel}>
      <ul className="flex flex-wrap gap-1 border-line border-b">
        {INTEGRATION_METHODS.map((other) => (
          <li key={other}>
            <a
              href={consolePath(`/installations/${other}`, along)}
              aria-current={other === method ? "page" : undefined}
              className={`-mb-px flex min-h-11 items-center border-b-2 px-3 no-underline hover:text-ink ${other === method ? "border-accent font-semibold text-ink" : "border-transparent text-muted"}`}
            >
              {words.methods[other].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
