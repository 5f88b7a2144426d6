export const access = {
  busy: "One moment …",
  email: "E-mail address",
  password: "Password",
  passwordHint: "At least 12 characters. A few words that don't belong together are easy to keep.",
  signUp: {
    tab: "Create an account",
    title: "Create your account",
    lead: "Start in test mode: no real money moves, and nothing has to be checked first.",
    hint: "We send a link there, to see that the mailbox is yours.",
    submit: "Send me a link",
    signIn: "You have an account already? Sign in",
  },
  closed: {
    title: "New accounts are made by the operator",
    lead: "This service takes no sign-ups. Please ask its operator, or an owner of your company's account, for an invitation.",
    signIn: "Go to sign-in",
  },
  sent: {
    title: "Look into your mailbox",
    lead: "We sent a mail to {email}. Follow the link in it within the next hour.",
    missing: "Nothing there? Look into the folder for unwanted mail, or check the address.",
    again: "Try another address, or send it again",
    mailboxHint: "This service runs on your own computer, so nothing is sent.",
    mailbox: "Open the demo's mailbox",
  },
  confirm: {
    tab: "Create your account",
    title: "Nearly there",
    lead: "Your mailbox {email} is confirmed. Tell us who you are.",
    name: "Your name",
    company: "Company",
    companyHint: "As your customers know it. You can change it later.",
    submit: "Create account",
  },
  deadLink: {
    title: "This link is no longer valid",
    lead: "It was used before, is older than an hour, or a newer one was sent. You can have a new one.",
    again: "Send a new link",
    signIn: "Go to sign-in",
  },
  signIn: {
    tab: "Sign in",
    title: "Sign in",
    submit: "Sign in",
    forgot: "Forgot your password?",
    signUp: "New here? Create an account",
    passwordChanged:
      "Your password was changed, and all browsers were signed out. Sign in with the new one.",
  },
  forgot: {
    tab: "Forgot your password",
    title: "Forgot your password?",
    lead: "Tell us your address, and we send you a link to set a new one.",
    submit: "Send me a link",
    signIn: "Back to sign-in",
  },
  newPassword: {
    tab: "New password",
    title: "Set a new password",
    lead: "For {email}. All browsers that are signed in will be signed out.",
    label: "New password",
    submit: "Set password",
  },
  mail: {
    validity: "The link works for {minutes, plural, one {# minute} other {# minutes}}, and once.",
    signUp: {
      subject: "Confirm your mailbox",
      purpose:
        "You, or somebody who mistyped an address, wants to create an account with this one.",
      link: "Create your account",
      ignore: "If that was not you, do nothing: without this link no account is made.",
    },
    known: {
      subject: "You have an account already",
      purpose:
        "Somebody, probably you, wanted to create an account with this address. There is one.",
      signIn: "Sign in",
      reset: "Set a new password",
      ignore: "If that was not you, do nothing. Nobody was told that you have an account.",
    },
    reset: {
      subject: "Set a new password",
      purpose:
        "You, or somebody who mistyped an address, wants to set a new password for this account.",
      link: "Set a new password",
      ignore: "If that was not you, do nothing: your password stays as it is.",
    },
    unknown: {
      subject: "There is no account with this address",
      purpose:
        "Somebody, probably you, wanted to set a new password, but no account belongs to this address. You may have signed up with another one.",
      ignore: "If that was not you, do nothing.",
    },
    changed: {
      subject: "Your password was changed",
      purpose: "The password of your account was changed on {at}.",
      others: "Browsers that were signed in with the old one were signed out.",
      wrong: "If that was not you, set a new one at once:",
      link: "Set a new password",
    },
  },
} as const;
