/** One e-mail to one person. `html` says the same as `text`. */
export type Mail = { to: string; subject: string; text: string; html: string };

/**
 * Hands a mail over for delivery; returns also where it may have been taken and nobody knows. Throws `invalid_request`
 * (email) when the recipient is refused for good, and `mail_unavailable`, both only if the mail surely was not taken.
 */
export type SendMail = (mail: Mail) => Promise<void>;
