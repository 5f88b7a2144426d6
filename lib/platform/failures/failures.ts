const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

// PostgreSQL, appendix A: connection, resources, system error, shutdown, statement timeout, deadlock, lock not available,
// idle transaction ended, read-only (a standby).
const OUTAGE_STATE = /^(08...|53...|58...|57P0.|57014|40001|40P01|55P03|25P03|25006)$/;

// node-postgres and PGlite report these by message only.
const OUTAGE_WORDS =
  /^(The database waits for a migration|The database is read-only|Connection terminated|Query read timeout|the database is still being opened|too many queries wait for a database connection|timeout exceeded when trying to connect|the database server is read-only|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|PGlite is closed)/;

// PgBouncer sends 08P01 for most errors, also temporary ones.
const REFUSED_PARAMETER = /^unsupported (options )?startup parameter/;
const REFUSED_LOGIN = /^(no such user|SSL required|(password|SASL) authentication failed)/;
const NO_SUCH_DATABASE = /^no such database/;

/** `undefined` unless the database refuses permanently. Of several servers, one may still come. */
export function remedyOf(error: unknown): string | undefined {
  const remedies = (error instanceof AggregateError ? error.errors : [error]).map(remedyOfOne);
  return remedies.every((remedy) => remedy !== undefined) ? remedies[0] : undefined;
}

function remedyOfOne(error: unknown): string | undefined {
  for (const { message, code } of causesOf(error)) {
    const isPooler = code === "08P01";
    if (code === "3D000" || (isPooler && NO_SUCH_DATABASE.test(message))) {
      return `The database named in DATABASE_URL does not exist (${code}): create it, or correct DATABASE_URL.`;
    }
    if (code === "28P01" || code === "28000" || (isPooler && REFUSED_LOGIN.test(message))) {
      return `The server of DATABASE_URL refuses the login (${code}): check user, password and sslmode, and the server's pg_hba.conf.`;
    }
    if (code === "42501") {
      return `The user of DATABASE_URL lacks rights in its database (${code}): make it the owner of the database, or grant what docs/database.md lists.`;
    }
    if (isPooler && REFUSED_PARAMETER.test(message)) {
      return `A connection pooler refuses what Bankside sets for a session (${code}): set DATABASE_DIRECT_URL to the PostgreSQL server itself.`;
    }
  }
  return undefined;
}

/** Also checks all causes. */
export function isOutage(error: unknown): boolean {
  return causesOf(error).some(({ message, code }) => {
    if (OUTAGE_WORDS.test(message)) return true;
    return code !== undefined && (NETWORK_CODES.has(code) || OUTAGE_STATE.test(code));
  });
}

/** Omits messages of database errors: they quote parameters such as IBAN and names. */
export function describeFailure(error: unknown) {
  return causesOf(error).map(({ name, message, code, fromDatabase, stack }) => ({
    name,
    ...(code !== undefined && { code }),
    ...(!fromDatabase && { message: message.slice(0, MAX_MESSAGE) }),
    stack: stack
      .filter((line) => /^\s+at /.test(line))
      .join("\n")
      .slice(0, MAX_STACK),
  }));
}

type Cause = {
  name: string;
  message: string;
  code: string | undefined;
  fromDatabase: boolean;
  stack: string[];
};

const MAX_CAUSES = 10;
// The message, repeated in the stack, may quote a request.
const MAX_MESSAGE = 2_000;
const MAX_STACK = 6_000;

function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  const waiting = [error];
  while (waiting.length > 0 && causes.length < MAX_CAUSES) {
    const current = waiting.shift();
    if (!(current instanceof Error)) {
      if (current !== undefined) causes.push(foreign(current));
      continue;
    }
    causes.push(toCause(current));
    if (current.cause !== undefined) waiting.push(current.cause);
    if (current instanceof AggregateError) waiting.push(...current.errors);
  }
  return causes;
}

function toCause(error: Error): Cause {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return {
    name: error.name,
    message: error.message,
    code,
    fromDatabase: "query" in error || "severity" in error || "routine" in error,
    stack: error.stack?.split("\n") ?? [],
  };
}

function foreign(thrown: unknown): Cause {
  return {
    name: typeof thrown,
    message: "not an Error",
    code: undefined,
    fromDatabase: false,
    stack: [],
  };
}
