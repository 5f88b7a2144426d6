/** `html` and `text` have the same content. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The Message-ID derives from it, so that programs show a repeated mail once. */
  id?: string;
  /** Where its reader switches such mails off. */
  settingsUrl?: string;
};

/**
 * Also returns if delivery is uncertain.
 * @throws AppError `invalid_request` (email, refused permanently), `mail_unavailable`; both only if the mail was surely not
 * accepted.
 */
export type SendMail = (mail: Mail) => Promise<void>;
