import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "#lib/platform/failures/errors.ts";

/** scrypt parameters (RFC 7914): N = 2^`ln`, memory is 128 · N · `r` bytes. */
export type Cost = { ln: number; r: number; p: number };

type Derive = (password: string, salt: Buffer, bytes: number, o: ScryptOptions) => Promise<Buffer>;

type Options = {
  cost?: Cost;
  parallel?: number;
  waiting?: number;
  /** Of one network. */
  waitingOfOne?: number;
  derive?: Derive;
};

/** 128 MiB and about 0.3 s each, as OWASP recommends. */
export const FULL_COST: Cost = { ln: 17, r: 8, p: 1 };
export const TEST_COST: Cost = { ln: 4, r: 8, p: 1 };

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const RETRY_SECONDS = 5;
const deriveKey: Derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/** @throws AppError `unavailable` when the queue is full */
export function createPasswordHasher(options: Options = {}) {
  const { cost = FULL_COST, parallel = 2, waiting = 40, derive = deriveKey } = options;
  const inTurn = createQueue({ parallel, waiting, waitingOfOne: options.waitingOfOne ?? 10 });
  // Compared for unknown e-mail addresses, to keep the timing equal.
  const nobodys = format(cost, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));

  const run = (cost: Cost, password: string, salt: Buffer, bytes: number, network?: string) =>
    inTurn(network, () => {
      const { ln, r, p } = cost;
      const N = 2 ** ln;
      return derive(password, salt, bytes, { N, r, p, maxmem: 256 * N * r });
    });

  return {
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES);
      return format(cost, salt, await run(cost, password, salt, KEY_BYTES));
    },

    /** Without `stored`, false after the same work. `network`: of a user who is not signed in; it waits its turn. */
    async verify(password: string, stored: string | undefined, network?: string): Promise<boolean> {
      const parsed = parse(stored ?? nobodys) ?? parse(nobodys);
      if (!parsed) return false;
      const key = await run(parsed.cost, password, parsed.salt, parsed.key.length, network);
      return timingSafeEqual(key, parsed.key);
    },

    isOutdated(stored: string): boolean {
      const now = parse(stored)?.cost;
      return now?.ln !== cost.ln || now.r !== cost.r || now.p !== cost.p;
    },
  };
}

function format({ ln, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${toBase64(salt)}$${toBase64(key)}`;
}

const toBase64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

const PHC =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,64})\$([A-Za-z0-9+/]{22,86})$/;

function parse(stored: string): { cost: Cost; salt: Buffer; key: Buffer } | undefined {
  const [, ln, r, p, salt = "", key = ""] = PHC.exec(stored) ?? [];
  if (ln === undefined) return undefined;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, "base64"), key: Buffer.from(key, "base64") };
}

type Places = { parallel: number; waiting: number; waitingOfOne: number };

/** Networks take turns: one that asks often delays others by one turn. */
function createQueue(places: Places) {
  const waiting = new Map<string | symbol, (() => void)[]>();
  let running = 0;

  function wait(network: string | symbol): Promise<void> {
    const own = waiting.get(network) ?? [];
    const count = [...waiting.values()].flat().length;
    if (count >= places.waiting || own.length >= places.waitingOfOne) {
      throw new AppError("unavailable", { retryAfterSeconds: RETRY_SECONDS });
    }
    waiting.set(network, own);
    return new Promise((begin) => own.push(begin));
  }

  function beginNext(): void {
    const [first] = waiting;
    if (!first) {
      running -= 1;
      return;
    }
    const [network, own] = first;
    const begin = own.shift();
    waiting.delete(network);
    if (own.length > 0) waiting.set(network, own);
    begin?.();
  }

  return async <T>(network: string | undefined, work: () => Promise<T>): Promise<T> => {
    if (running < places.parallel) running += 1;
    else await wait(network ?? Symbol());
    try {
      return await work();
    } finally {
      beginNext();
    }
  };
}
