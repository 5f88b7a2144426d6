import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import type { ClientTokenOptions } from "#lib/banks/nextgenpsd2/client-token.ts";
import { checkAuthorities, checkKeyPair, checkSigningPair, type KeyPair } from "./key-pair.ts";
import { type BankLogo, checkLogo, isDataUrl, readDataUrl } from "./logo.ts";
import type { Rules } from "./rules.ts";
import { type BankEntry, bankSchema, sentenceOf } from "./schema.ts";

export type ConfiguredBank = Omit<BankEntry, "logo" | "certificate" | "signing" | "clientToken"> & {
  logo?: BankLogo;
  certificate?: KeyPair;
  authorities?: string;
  signing?: KeyPair & Pick<NonNullable<BankEntry["signing"]>, "digest" | "keyId" | "headers">;
  clientToken?: ClientTokenOptions;
};

export class BanksFileError extends Error {
  override name = "BanksFileError";
}

type Options = Rules & {
  variable: (name: string) => string | undefined;
};

/** @throws BanksFileError */
export function readBanksFile(path: string, options: Options): ConfiguredBank[] {
  const file = resolve(path);
  const problems: string[] = [];
  const banks = parse(file, options, problems).map((entry) => {
    const report = (problem: string) => problems.push(`bank ${entry.id}: ${problem}`);
    return load(entry, { ...options, folder: dirname(file), report });
  });
  if (problems.length > 0) {
    const lines = problems.map((problem) => `  ${problem}`).join("\n");
    throw new BanksFileError(`The banks of BANKS_FILE (${file}) can't be used:\n${lines}`);
  }
  return banks;
}

function parse(file: string, rules: Rules, problems: string[]): BankEntry[] {
  const schema = z.strictObject({ banks: z.array(bankSchema(rules)).max(5000) });
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    problems.push(error instanceof SyntaxError ? "is no JSON" : "can't be read");
    return [];
  }
  const parsed = schema.safeParse(content);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => describe(issue, content)));
    return [];
  }
  const ids = parsed.data.banks.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) < index);
  problems.push(...twice.map((id) => `bank ${id}: id: is there twice`));
  return parsed.data.banks;
}

const named = z.object({ banks: z.array(z.unknown()) });
const withId = z.object({ id: z.string().max(100) });

function describe(issue: z.core.$ZodIssue, content: unknown): string {
  const { path } = issue;
  const message = sentenceOf(issue);
  const [list, index, ...field] = path;
  if (list !== "banks" || typeof index !== "number") return `${path.join(".")}: ${message}`;
  const entry = named.safeParse(content).data?.banks[index];
  const name = withId.safeParse(entry).data?.id ?? `${index + 1}`;
  const of = field.length > 0 ? `${field.join(".")}: ` : "";
  return `bank ${name}: ${of}${message}`;
}

type Loading = Options & { folder: string; report: (problem: string) => void };

function load(entry: BankEntry, { folder, report, variable }: Loading): ConfiguredBank {
  const { logo, certificate, signing, clientToken, authoritiesFile, ...rest } = entry;

  function read(field: string, name: string): Buffer {
    try {
      return readFileSync(resolve(folder, name));
    } catch {
      throw new Error(`${field}: the file ${name} can't be read`);
    }
  }

  function readVariable(field: string, name: string | undefined): string | undefined {
    const value = name === undefined ? undefined : variable(name);
    if (name === undefined || value !== undefined) return value;
    throw new Error(`${field}: the variable ${name} is not set`);
  }

  function readToken({ secretVariable, ...token }: NonNullable<BankEntry["clientToken"]>) {
    return { ...token, secret: readVariable("secretVariable", secretVariable) };
  }

  function attempt<T>(work: () => T, under = ""): T | undefined {
    try {
      return work();
    } catch (error) {
      report(`${under}${error instanceof Error ? error.message : "is wrong"}`);
      return undefined;
    }
  }

  function readPair(files: NonNullable<BankEntry["certificate"]>, check: typeof checkKeyPair) {
    const passphrase = readVariable("passphraseVariable", files.passphraseVariable);
    const cert = read("certFile", files.certFile).toString("utf8");
    const key = read("keyFile", files.keyFile).toString("utf8");
    return check(cert, key, passphrase);
  }

  const picture =
    logo !== undefined &&
    attempt(() => checkLogo(isDataUrl(logo) ? readDataUrl(logo) : read("logo", logo)));
  const pair = certificate && attempt(() => readPair(certificate, checkKeyPair), "certificate.");
  const seal = signing && attempt(() => readPair(signing, checkSigningPair), "signing.");
  const token = clientToken && attempt(() => readToken(clientToken), "clientToken.");
  const authorities =
    authoritiesFile !== undefined &&
    attempt(() => checkAuthorities(read("authoritiesFile", authoritiesFile).toString("utf8")));
  return {
    ...rest,
    ...(picture && { logo: picture }),
    ...(pair && { certificate: pair }),
    ...(authorities && { authorities }),
    ...(token && { clientToken: token }),
    ...(signing && seal && { signing: { ...seal, ...pick(signing) } }),
  };
}

function pick({ digest, keyId, headers }: NonNullable<BankEntry["signing"]>) {
  return { digest, keyId, headers };
}
