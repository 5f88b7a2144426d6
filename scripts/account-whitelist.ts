import { parseArgs } from "node:util";
import { z } from "zod";
import { isAppError } from "#lib/errors.ts";
import { getServices } from "#lib/services.ts";

const USAGE = "npm run -s account:whitelist -- --account acct_… [--off]";

const options = z.object({
  account: z.string().regex(/^acct_[0-9a-z]{26}$/, "must be the id of an account, such as acct_…"),
  off: z.boolean().default(false),
});

function readOptions(): z.infer<typeof options> {
  try {
    const { values } = parseArgs({
      options: { account: { type: "string" }, off: { type: "boolean" } },
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

const { account, off } = readOptions();
const services = await getServices().catch((error: unknown) =>
  fail(error instanceof Error ? error.message : String(error)),
);
try {
  await services.accounts.setEmailWhitelisted(account, !off);
  const effect = off
    ? "its payers are asked for a code by e-mail."
    : "an e-mail address it tells spares its payers the code.";
  process.stdout.write(`${account}: ${effect}\n`);
} catch (error) {
  if (!isAppError(error)) throw error;
  process.stderr.write(`There is no account ${account}.\n`);
  process.exitCode = 1;
} finally {
  await services.close();
}
