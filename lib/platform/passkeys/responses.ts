import { z } from "zod";
import { AppError } from "#lib/platform/failures/errors.ts";

// Unlisted fields are dropped.
const base64url = z
  .string()
  .min(1)
  .max(16_384)
  .regex(/^[\w-]+$/);
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
};
const extensions = z.record(z.string(), z.unknown()).transform(() => ({}));

export const registrationSchema = z.object({
  ...credential,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
});

export const authenticationSchema = z.object({
  ...credential,
  // Some browsers leave it out.
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).catch("cross-platform"),
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // Non-discoverable keys lack it and can't sign in here.
    userHandle: base64url,
  }),
});

/** @throws AppError `passkey_failed` */
export const readRegistration = (json: string) => readJson(registrationSchema, json);

/** @throws AppError `passkey_failed` */
export const readAuthentication = (json: string) => readJson(authenticationSchema, json);

function readJson<S extends z.ZodType>(schema: S, json: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(json));
  } catch (cause) {
    throw new AppError("passkey_failed", { cause });
  }
}

export type Registration = z.output<typeof registrationSchema>;
export type Authentication = z.output<typeof authenticationSchema>;
