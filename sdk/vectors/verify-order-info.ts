export type OrderInfo = {
  reference: string;
  /** In the currency's minor unit. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  payeeName: string;
  externalId: string | null;
  /** In seconds since 1970. */
  expiresAt: number;
};

/** `form`: no order info of a known version. `signature`: altered, or signed with a key that isn't in the key set. */
export type Refusal = { error: "form" | "signature" };

const SIGNATURE_BYTES = 64;
/** Digits that hold one to seven bytes. */
const CHUNK_DIGITS = [0, 3, 5, 8, 10, 13, 15, 17];
const ECDSA = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** `keySet`: from `/.well-known/jwks.json`. Needs Web Crypto alone, and no connection. */
export async function verifyOrderInfo(
  orderInfo: string,
  keySet: { keys: JsonWebKey[] },
): Promise<OrderInfo | Refusal> {
  const bytes = /^1\d{150,2500}$/.test(orderInfo) ? readDigits(orderInfo.slice(1)) : undefined;
  if (!bytes) return { error: "form" };
  const signature = bytes.subarray(0, SIGNATURE_BYTES);
  const content = bytes.subarray(SIGNATURE_BYTES);
  if (!(await isSigned(content, signature, keySet))) return { error: "signature" };
  const hash = await crypto.subtle.digest("SHA-256", signature);
  const order = readContent(content);
  return order
    ? { reference: base64url(new Uint8Array(hash, 0, 16)), ...order }
    : { error: "form" };
}

/** Big-endian numbers of 17 digits for seven bytes each. The last one may be shorter. */
function readDigits(digits: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes: number[] = [];
  for (let at = 0; at < digits.length; at += 17) {
    const chunk = digits.slice(at, at + 17);
    const count = CHUNK_DIGITS.indexOf(chunk.length);
    const value = BigInt(chunk);
    if (count === -1 || value >= 1n << BigInt(8 * count)) return undefined;
    for (let left = count - 1; left >= 0; left -= 1) {
      bytes.push(Number((value >> BigInt(8 * left)) & 255n));
    }
  }
  return Uint8Array.from(bytes);
}

/** An ES256 JWS (RFC 7515) of the content. After a rotation two keys are published. */
async function isSigned(
  content: Uint8Array,
  signature: Uint8Array<ArrayBuffer>,
  { keys }: { keys: JsonWebKey[] },
): Promise<boolean> {
  const ascii = new TextEncoder();
  const header = base64url(ascii.encode('{"alg":"ES256","typ":"order-info"}'));
  const signed = ascii.encode(`${header}.${base64url(content)}`);
  for (const jwk of keys) {
    const key = await crypto.subtle.importKey("jwk", jwk, ECDSA, false, ["verify"]);
    if (await crypto.subtle.verify(ECDSA, key, signature, signed)) return true;
  }
  return false;
}

function readContent(content: Uint8Array): Omit<OrderInfo, "reference"> | undefined {
  let at = 7;
  const readVarint = () => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = content[at] ?? 0;
      value += (byte % 128) * unit;
      at += 1;
      if (byte < 128) return value;
    }
  };
  const amount = readVarint();
  const nameBytes = readVarint();
  if (at + nameBytes > content.length) return undefined;
  const text = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    amount,
    currency: text.decode(content.subarray(4, 7)),
    payeeName: text.decode(content.subarray(at, at + nameBytes)),
    externalId: text.decode(content.subarray(at + nameBytes)) || null,
    expiresAt: new DataView(content.buffer, content.byteOffset).getUint32(0),
  };
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
