import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type Options = {
  origin?: string;
  rpId?: string;
  isUserVerified?: boolean;
  attachment?: "platform" | "cross-platform";
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A passkey in software (WebAuthn level 2, ES256). */
export function createAuthenticator(defaults: Required<Pick<Options, "origin" | "rpId">>) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  let counter = 0;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData({ rpId, isUserVerified = true }: Options, attested?: Buffer): Buffer {
    const flags =
      USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | (attested ? HAS_CREDENTIAL : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    const site = createHash("sha256")
      .update(rpId ?? defaults.rpId)
      .digest();
    return Buffer.concat([site, head, ...(attested ? [attested] : [])]);
  }

  function attestedCredential(): Buffer {
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, "base64url"))],
      [-3, Uint8Array.from(Buffer.from(y, "base64url"))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    return Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key)]);
  }

  return {
    setCounter(value: number): void {
      counter = value;
    },

    register(challenge: string, options: Options = {}) {
      const data = authenticatorData(options, attestedCredential());
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", Uint8Array.from(data)],
      ]);
      const client = clientData("webauthn.create", challenge, options.origin ?? defaults.origin);
      return {
        id,
        rawId: id,
        type: "public-key" as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString("base64url"),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString("base64url"),
          transports: ["internal"],
        },
      };
    },

    signIn(challenge: string, userId: string, options: Options = {}) {
      const client = clientData("webauthn.get", challenge, options.origin ?? defaults.origin);
      const data = authenticatorData(options);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return {
        id,
        rawId: id,
        type: "public-key" as const,
        authenticatorAttachment: options.attachment ?? "platform",
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
          userHandle: Buffer.from(userId).toString("base64url"),
        },
      };
    },
  };
}
