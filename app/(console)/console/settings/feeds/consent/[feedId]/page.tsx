import { notFound, redirect } from "next/navigation";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../../../mode.ts";

type Props = { params: Promise<{ feedId: string }>; searchParams: Promise<PageQuery> };

/** Where a provider sends an owner after the consent. Nothing changes before the owner confirms. */
export default async function ConsentPage({ params, searchParams }: Props) {
  const visit = await requireVisit("owner");
  const [{ feedId }, { code }, { feeds }] = await Promise.all([
    params,
    searchParams,
    getServices(),
  ]);
  const { id, mode } = await feeds.find(visit.account.id, feedId).catch((error: unknown) => {
    if (isAppError(error)) notFound();
    throw error;
  });
  const given = typeof code === "string" ? { consented: id, code } : {};
  redirect(`${consolePath("/settings/feeds", { mode, ...given })}#${id}`);
}
