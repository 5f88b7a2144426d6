export const mailbox = {
  tab: "Demo mailbox",
  line: "Demo mailbox – no e-mail was sent",
  title: "Demo mailbox",
  lead: "E-mails of test payments and the console arrive here instead of being sent. They are kept for one day.",
  address: "E-mail address",
  open: "Show e-mails",
  mailsTo: "E-mails to {address}",
  code: "Code",
  none: "No e-mails to this address yet.",
  again: "Refresh",
  notValid: "Enter one e-mail address.",
} as const;
