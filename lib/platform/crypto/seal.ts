import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

export type Seal = {
  /** AES-256-GCM. `context` is authenticated, so a value can't be moved to another row. */
  seal(plain: string, context: string): string;
  /** Throws if `sealed` or `context` was altered. */
  open(sealed: string, context: string): string;
  newest: string;
  /** Hex, 256 bits. */
  password(purpose: string): string;
  passwords(purpose: string): Record<string, string>;
  /** HMAC-SHA-256, hex. Changes when a secret is added. */
  mac(text: string, purpose: string): string;
  /** One per secret, newest first, to find earlier values. */
  macs(text: string, purpose: string): string[];
};

type Keys = { position: number; sealKey: KeyObject; derive: (purpose: string) => KeyObject };

/**
 * 32 bytes each, oldest first, `null` for a retired one.
 * @throws RangeError without any.
 */
export function createSeal(...secrets: readonly (Buffer | null)[]): Seal {
  const all = secrets.flatMap((secret, index) => (secret ? [keysOf(secret, index + 1)] : []));
  const newest = all.at(-1);
  if (!newest) throw new RangeError("a seal needs a secret");
  const passwordOf = ({ derive }: Keys, purpose: string) =>
    derive(`password:${purpose}`).export().toString("hex");
  return {
    seal: (plain, context) => encrypt(newest, plain, context),
    open(sealed, context) {
      const [version, ...parts] = sealed.split(".");
      const keys = all.find(({ position }) => version === versionOf(position));
      if (!keys) throw new Error(`not sealed with a secret in use: ${context}`);
      return decrypt(keys, parts, context);
    },
    newest: `${versionOf(newest.position)}.`,
    password: (purpose) => passwordOf(newest, purpose),
    passwords: (purpose) =>
      Object.fromEntries(all.map((keys) => [String(keys.position), passwordOf(keys, purpose)])),
    mac: (text, purpose) => macOf(newest, text, purpose),
    macs: (text, purpose) => all.toReversed().map((keys) => macOf(keys, text, purpose)),
  };
}

function macOf({ derive }: Keys, text: string, purpose: string): string {
  return createHmac("sha256", derive(`mac:${purpose}`))
    .update(text)
    .digest("hex");
}

function keysOf(secret: Buffer, position: number): Keys {
  const derived = new Map<string, KeyObject>();
  const derive = (purpose: string): KeyObject => {
    const key =
      derived.get(purpose) ??
      createSecretKey(Buffer.from(hkdfSync("sha256", secret, "bankside", purpose, 32)));
    derived.set(purpose, key);
    return key;
  };
  return { position, derive, sealKey: derive("seal") };
}

const versionOf = (position: number) => `v${position}`;

function encrypt({ position, sealKey }: Keys, plain: string, context: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealKey, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  const parts = [iv, body, cipher.getAuthTag()].map((part) => part.toString("base64url"));
  return [versionOf(position), ...parts].join(".");
}

function decrypt({ sealKey }: Keys, parts: string[], context: string): string {
  const [iv, body, tag, ...more] = parts;
  if (iv === undefined || body === undefined || tag === undefined || more.length > 0) {
    throw new Error(`not a sealed value: ${context}`);
  }
  const decipher = createDecipheriv("aes-256-gcm", sealKey, Buffer.from(iv, "base64url"), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(Buffer.from(tag, "base64url"));
  return decipher.update(body, "base64url", "utf8") + decipher.final("utf8");
}
