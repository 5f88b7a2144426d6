import type { Role } from "#lib/identity/model/roles.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

export function RoleName({ text, role }: { text: MerchantText; role: Role }) {
  return <span className="whitespace-nowrap">{text.messages.console.roles[role]}</span>;
}
