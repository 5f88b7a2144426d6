import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts and derives with keys of their own made from `APP_SECRET`. */
export type Seal = {
  /** Encrypts `plain` (AES-256-GCM); `context` is authenticated, so a value can't be moved to another row. */
  seal(plain: string, context: string): string;
  /** Decrypts what {@link Seal.seal} made with the same `context`; throws if either was altered. */
  open(sealed: string, context: string): string;
  /** Derives a password for `purpose` (hex, 256 bits), e.g. for a sealed session cookie. */
  password(purpose: string): string;
  /** Keyed digest of `text` for `purpose` (HMAC-SHA-256, hex). */
  mac(text: string, purpose: string): string;
};

const VERSION = "v1";

/** Makes a {@link Seal} from the 32 bytes of `APP_SECRET`. */
export function createSeal(secret: Buffer): Seal {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret, "bankside", purpose, 32));
  const sealKey = derive("seal");
  return {
    seal(plain, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealKey, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return [VERSION, iv, body, cipher.getAuthTag()]
        .map((part) => (typeof part === "string" ? part : part.toString("base64url")))
        .join(".");
    },
    open(sealed, context) {
      const [version, iv, body, tag] = sealed.split(".");
      if (version !== VERSION || iv === undefined || body === undefined || tag === undefined) {
        throw new Error(`not a sealed value: ${context}`);
      }
      const authTag = Buffer.from(tag, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", sealKey, Buffer.from(iv, "base64url"), {
        authTagLength: 16,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(authTag);
      return decipher.update(body, "base64url", "utf8") + decipher.final("utf8");
    },
    password: (purpose) => derive(`password:${purpose}`).toString("hex"),
    mac: (text, purpose) =>
      createHmac("sha256", derive(`mac:${purpose}`))
        .update(text)
        .digest("hex"),
  };
}
