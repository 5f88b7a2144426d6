/** `html` and `text` have the same content. */
export type Mail = { to: string; subject: string; text: string; html: string };

/**
 * Also returns if delivery is uncertain.
 * @throws AppError `invalid_request` (email, refused permanently), `mail_unavailable`; both only if the mail was surely not
 * accepted.
 */
export type SendMail = (mail: Mail) => Promise<void>;
