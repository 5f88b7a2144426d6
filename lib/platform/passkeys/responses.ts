import { z } from "zod";

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
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // Non-discoverable keys lack it and can't sign in here.
    userHandle: base64url,
  }),
});

export type Registration = z.output<typeof registrationSchema>;
export type Authentication = z.output<typeof authenticationSchema>;
