export const mailbox = {
  tab: "Demo mailbox",
  line: "Demo mailbox – nothing here was sent",
  title: "Demo mailbox",
  lead: "Mails of test payments and of the console end here instead of at their addresses. They are kept for a day.",
  address: "Which address?",
  open: "Show mails",
  mailsTo: "Mails to {address}",
  code: "Code",
  none: "No mails to this address yet.",
  again: "Look again",
  notValid: "Enter one e-mail address.",
} as const;
