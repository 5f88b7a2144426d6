import { createMerchant } from "#lib/console/onboarding/merchant.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { openOwnServices } from "#lib/services/open-own.ts";
import type { CommandProcess } from "./operate.ts";
import { createProgram, type Output, parse } from "./parse.ts";

// Valid but unused, so that a test account needs no IBAN.
const EXAMPLE_IBAN = "NL91ABNA0417164300";

type Options = {
  name: string;
  json?: true;
  live?: true;
  callbackUrl?: string;
  origin?: string[];
  appScheme?: string[];
  iban?: string;
};

export async function createAccount(
  args: string[],
  { env, stdout, stderr }: CommandProcess,
): Promise<number> {
  try {
    const program = createAccountProgram(stdout);
    if (!parse(program, args)) return 0;
    const input = program.opts<Options>();
    if (input.live && !input.iban) {
      throw new Error("A live account needs --iban, the IBAN that receives payments.");
    }
    const services = await openOwnServices(parseEnv(env));
    try {
      const merchant = await createMerchant(services, {
        name: input.name.trim(),
        mode: input.live ? "live" : "test",
        iban: input.iban ?? EXAMPLE_IBAN,
        origins: input.origin ?? [],
        appSchemes: input.appScheme ?? [],
        callbackUrl: input.callbackUrl,
      });
      stdout.write(`${JSON.stringify(merchant, null, input.json ? undefined : 2)}\n`);
    } finally {
      await services.close();
    }
    return 0;
  } catch (error) {
    stderr.write(`${describe(error)}\n`);
    return 1;
  }
}

function describe(error: unknown): string {
  if (!isAppError(error)) return error instanceof Error ? error.message : String(error);
  const fields = error.fields?.map(({ path, message }) => `${path} ${message}`);
  return fields?.join("\n") ?? error.message;
}

const createAccountProgram = (stdout: Output) =>
  createProgram("npm run -s account:create --", stdout)
    .description("Creates an account, and prints its API keys.")
    .requiredOption("--name <name>", "name of the shop, up to 70 characters")
    .option("--json", "prints one line, for programs")
    .option("--live", "creates live keys; needs --iban")
    .option("--callback-url <url>", "address that receives webhooks")
    .option("--origin <url...>", "sites that may show the checkout in a frame")
    .option("--app-scheme <scheme...>", "URL schemes of apps")
    .option("--iban <iban>", "IBAN that receives payments");
