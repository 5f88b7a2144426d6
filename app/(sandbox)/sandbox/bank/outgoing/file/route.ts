import { readFormBody } from "#lib/next/request/form-body.ts";
import { AppError, isAppError } from "#lib/platform/failures/errors.ts";
import { limitedAddress } from "#lib/platform/http/client-address.ts";
import { getServices } from "#lib/services/index.ts";
import { isFromBankPage, seeOther } from "../../form.ts";

const PAGE = "/sandbox/bank/outgoing";
const MAX_BODY_BYTES = 128 * 1024;
const MAX_PARTS = 4;

export async function POST(request: Request): Promise<Response> {
  const { env, limits, sandboxBank, sandboxEnabled } = await getServices();
  if (!(await sandboxEnabled())) return new Response(null, { status: 404 });
  if (!isFromBankPage(request, env)) return new Response(null, { status: 403 });
  try {
    const address = limitedAddress(request.headers);
    if (address !== undefined) await limits.take("sandbox-files", address);
    const taken = await sandboxBank.takeFile(await readFile(request));
    return seeOther(
      "problem" in taken ? `${PAGE}?problem=${taken.problem}` : `${PAGE}/${taken.token}`,
    );
  } catch (error) {
    if (!isAppError(error)) throw error;
    return seeOther(`${PAGE}?problem=${error.code === "too_many_requests" ? "busy" : "file"}`);
  }
}

async function readFile(request: Request): Promise<string> {
  const tooLarge = () => new AppError("body_too_large");
  const form = await readFormBody(request, { bytes: MAX_BODY_BYTES, parts: MAX_PARTS, tooLarge });
  const file = form.get("file");
  return file instanceof File ? file.text() : "";
}
