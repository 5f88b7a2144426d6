import type { MerchantText } from "#lib/i18n/format.ts";
import type { Role } from "#lib/members/roles.ts";

/** A role in a table, in one piece. */
export function RoleName({ text, role }: { text: MerchantText; role: Role }) {
  return <span className="whitespace-nowrap">{text.messages.console.roles[role]}</span>;
}
