import { parseArgs } from "node:util";
import { z } from "zod";
import { createMerchant } from "#lib/console/onboarding/merchant.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { openOwnServices } from "#lib/services/open-own.ts";
import type { CommandProcess } from "./operate.ts";

const USAGE =
  'npm run -s account:create -- --name "Shop" --json [--live] [--callback-url URL] [--origin URL]… [--app-scheme SCHEME]… [--iban IBAN]';

// Valid but unused, so that a test account needs no IBAN.
const EXAMPLE_IBAN = "NL91ABNA0417164300";

const options = z.object({
  name: z.string().trim().min(1).max(70),
  json: z.boolean().default(false),
  live: z.boolean().default(false),
  "callback-url": z.string().optional(),
  origin: z.array(z.string()).default([]),
  "app-scheme": z.array(z.string()).default([]),
  iban: z.string().optional(),
});

export async function createAccount(
  args: string[],
  { env, stdout, stderr }: CommandProcess,
): Promise<number> {
  try {
    const input = readOptions(args);
    if (input.live && !input.iban) {
      throw new Error("A live account needs --iban, the IBAN that receives payments.");
    }
    const services = await openOwnServices(parseEnv(env));
    try {
      const merchant = await createMerchant(services, {
        name: input.name,
        mode: input.live ? "live" : "test",
        iban: input.iban ?? EXAMPLE_IBAN,
        origins: input.origin,
        appSchemes: input["app-scheme"],
        callbackUrl: input["callback-url"],
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

function readOptions(args: string[]): z.infer<typeof options> {
  try {
    const { values } = parseArgs({
      args,
      options: {
        name: { type: "string" },
        json: { type: "boolean" },
        live: { type: "boolean" },
        "callback-url": { type: "string" },
        origin: { type: "string", multiple: true },
        "app-scheme": { type: "string", multiple: true },
        iban: { type: "string" },
      },
    });
    return options.parse(values);
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${reason}\nUsage: ${USAGE}`);
  }
}
