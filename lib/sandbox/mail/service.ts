import { z } from "zod";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Mail, SendMail } from "#lib/platform/mail/mail.ts";
import { emailKey, parseEmail } from "#lib/platform/values/email.ts";
import { newId } from "#lib/platform/values/ids.ts";
import type { MailRow } from "./repository.ts";
import * as repository from "./repository.ts";

export type ReceivedMail = Mail & { id: string; receivedAt: Date };

const LISTED_MAILS = 20;
const KEPT_MS = 24 * 60 * 60 * 1000;

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

export const mailContext = (id: string) => `sandbox_mails:${id}`;

export function createSandboxMail({ db, clock, seal }: { db: Database; clock: Clock; seal: Seal }) {
  const macOf = (address: string) => seal.mac(emailKey(address), "sandbox-mail");

  function open({ id, sealedMail, createdAt }: MailRow): ReceivedMail {
    const mail = mailSchema.parse(JSON.parse(seal.open(sealedMail, mailContext(id))));
    return { ...mail, id, receivedAt: createdAt };
  }

  const deliver: SendMail = async (mail) => {
    const id = newId("mail");
    await repository.insert(db, {
      id,
      recipientMac: macOf(mail.to),
      sealedMail: seal.seal(JSON.stringify(mail), mailContext(id)),
      createdAt: clock.now(),
    });
  };

  return {
    deliver,

    async list(address: string): Promise<ReceivedMail[]> {
      const email = parseEmail(address);
      if (email === undefined) return [];
      return (await repository.list(db, macOf(email), LISTED_MAILS)).map(open);
    },

    purge: (): Promise<number> =>
      repository.deleteOlder(db, new Date(clock.now().getTime() - KEPT_MS)),
  };
}
