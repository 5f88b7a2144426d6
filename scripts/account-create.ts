import { parseArgs } from "node:util";
import { z } from "zod";
import { isAppError } from "#lib/errors.ts";
import { createMerchant } from "#lib/onboarding.ts";
import { openServices } from "#lib/services.ts";

const USAGE =
  'npm run -s account:create -- --name "Shop" --json [--live] [--callback-url URL] [--origin URL]… [--app-scheme SCHEME]… [--iban IBAN]';

// A valid IBAN nobody owns, so that a test account can be tried without one.
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

function readOptions(): z.infer<typeof options> {
  try {
    const { values } = parseArgs({
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
    return fail(`${reason}\nUsage: ${USAGE}`);
  }
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const input = readOptions();
if (input.live && !input.iban) fail("A live account needs --iban, the account it is paid on.");
const services = await openServices().catch((error: unknown) =>
  fail(error instanceof Error ? error.message : String(error)),
);
try {
  const merchant = await createMerchant(services, {
    name: input.name,
    mode: input.live ? "live" : "test",
    iban: input.iban ?? EXAMPLE_IBAN,
    origins: input.origin,
    appSchemes: input["app-scheme"],
    callbackUrl: input["callback-url"],
  });
  process.stdout.write(`${JSON.stringify(merchant, null, input.json ? undefined : 2)}\n`);
} catch (error) {
  if (!isAppError(error)) throw error;
  const lines = error.fields?.map(({ path, message }) => `${path} ${message}`) ?? [error.message];
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
} finally {
  await services.close();
}
