import { createAccount } from "./operator/create-account.ts";

process.exitCode = await createAccount(process.argv.slice(2), process);
