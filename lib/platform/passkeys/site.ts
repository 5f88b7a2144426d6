import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Authentication, Registration } from "./responses.ts";

// EdDSA, ES256, RS256. The library's default adds one that is experimental in Node.
const ALGORITHMS = [-8, -7, -257];

// Loaded with the first passkey: 13 MB of memory.
const library = () => import("@simplewebauthn/server");

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** Base64url. */
export type StoredPasskey = {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
};

type Asked = { timeoutMs: number; challenge?: Uint8Array<ArrayBuffer> };

type User = { id: Uint8Array<ArrayBuffer>; name: string; displayName: string };

/** Bound to the host of `url`. The device verifies the user, and finds a passkey without a user name. */
export type PasskeySite = { url: string; name: string };

export async function creationOptionsFor(
  { url, name }: PasskeySite,
  user: User,
  options: Asked & { exclude?: StoredPasskey[] },
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    ...asked(url, options),
    rpName: name,
    userID: user.id,
    userName: user.name,
    userDisplayName: user.displayName,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: (options.exclude ?? []).map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    // Sign-in asks for no user name.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

export async function requestOptionsFor(
  { url }: PasskeySite,
  options: Asked,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({ ...asked(url, options), userVerification: "required" });
}

/** @throws AppError `passkey_failed` */
export async function verifyRegistration(
  { url }: PasskeySite,
  response: Registration,
  challenge: string,
): Promise<StoredPasskey> {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expected(url),
    response,
    expectedChallenge: challenge,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(fail);
  if (!verified) return fail();
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: response.response.transports,
  };
}

/**
 * Returns the new counter.
 * @throws AppError `passkey_failed`, also if the counter did not grow
 */
export async function verifySignIn(
  { url }: PasskeySite,
  response: Authentication,
  challenge: string,
  { credentialId, publicKey, counter, transports }: StoredPasskey,
): Promise<number> {
  const key = Uint8Array.from(Buffer.from(publicKey, "base64url"));
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected(url),
    response,
    expectedChallenge: challenge,
    credential: { id: credentialId, publicKey: key, counter, transports },
  }).catch(fail);
  return verified ? authenticationInfo.newCounter : fail();
}

function asked(url: string, { timeoutMs, challenge }: Asked) {
  return { rpID: new URL(url).hostname, timeout: timeoutMs, ...(challenge && { challenge }) };
}

function expected(url: string) {
  const { hostname, origin } = new URL(url);
  return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };
}

function fail(cause?: unknown): never {
  throw new AppError("passkey_failed", { cause });
}
