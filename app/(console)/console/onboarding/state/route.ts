import { versionOf } from "#lib/console/onboarding/steps.ts";
import { demandVisit } from "#lib/next/console/console-session.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";

export async function GET(): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  try {
    const { account } = await demandVisit("viewer");
    const { onboarding } = await getServices();
    return Response.json({ version: versionOf(await onboarding.read(account.id)) }, { headers });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return Response.json({ code: error.code }, { status: error.status, headers });
  }
}
