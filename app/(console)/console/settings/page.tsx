import { redirect } from "next/navigation";
import { consolePath } from "#lib/console/links.ts";
import { merchantText } from "#lib/next/text.ts";

export default async function SettingsIndexPage() {
  redirect(consolePath("/settings/company", (await merchantText()).linkQuery));
}
