import { redirect } from "next/navigation";
import { consolePath } from "#lib/console/paths/links.ts";
import { merchantText } from "#lib/next/request/text.ts";

export default async function SettingsIndexPage() {
  redirect(consolePath("/settings/company", (await merchantText()).linkQuery));
}
