/** One e-mail to one person. `html` says the same as `text`. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** Hands a mail over for delivery. Throws `mail_unavailable`. */
export type SendMail = (mail: Mail) => Promise<void>;
