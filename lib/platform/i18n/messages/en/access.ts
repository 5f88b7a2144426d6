export const access = {
  email: "E-mail address",
  password: "Password",
  passwordHint: "At least 12 characters. A few unrelated words are easy to remember.",
  signUp: {
    tab: "Create an account",
    title: "Create your account",
    lead: "Start in test mode. No real money moves, and no checks are needed.",
    hint: "We'll e-mail you a link to confirm your address.",
    submit: "Send link",
    signIn: "Already have an account? Sign in",
  },
  closed: {
    title: "Sign-up is closed",
    lead: "Only the operator creates accounts here. Ask the operator, or an owner of your company's account, for an invitation.",
    signIn: "Go to sign-in",
  },
  sent: {
    title: "Check your e-mail",
    lead: "We sent a link to {email}. It works for one hour.",
    missing: "No e-mail? Check your spam folder and the spelling of the address.",
    again: "Resend or use another address",
    mailboxHint: "This is a local demo. E-mails appear in the demo mailbox.",
    mailbox: "Open the demo mailbox",
  },
  confirm: {
    tab: "Create your account",
    title: "Almost done",
    lead: "{email} is confirmed. Tell us about you.",
    name: "Your name",
    company: "Company",
    companyHint: "The name your customers know. You can change it later.",
    submit: "Create account",
  },
  deadLink: {
    title: "This link is no longer valid",
    lead: "It has been used, is more than an hour old, or was replaced by a newer one.",
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
      "Your password was changed and every browser was signed out. Sign in with the new password.",
  },
  oidc: {
    go: "Continue with {name}",
    existing:
      "You already have an account here. Sign in to it once, the way you did before, to connect {name}.",
    connect: {
      title: "Connect {name}",
      lead: "From now on you can also sign in with {name}, as {email}.",
      submit: "Connect",
      skip: "Not now",
    },
    noPassword: "No password yet? Get one by e-mail",
  },
  forgot: {
    tab: "Forgot your password",
    title: "Forgot your password?",
    lead: "Enter your e-mail address. We'll send you a link to set a new password.",
    submit: "Send link",
    signIn: "Back to sign-in",
  },
  newPassword: {
    tab: "New password",
    title: "Set a new password",
    lead: "For {email}. Every signed-in browser will be signed out.",
    label: "New password",
    submit: "Set password",
  },
  mail: {
    validity:
      "This link expires in {minutes, plural, one {# minute} other {# minutes}} and can be used once.",
    signUp: {
      subject: "Confirm your e-mail address",
      purpose: "Confirm your e-mail address to create your Bankside account.",
      link: "Create your account",
      ignore: "Not you? Ignore this e-mail, and no account will be created.",
    },
    known: {
      subject: "You already have an account",
      purpose:
        "Someone, probably you, tried to create an account with this address. You already have an account.",
      signIn: "Sign in",
      reset: "Set a new password",
      ignore: "Not you? Ignore this e-mail. We didn't reveal that you have an account.",
    },
    reset: {
      subject: "Set a new password",
      purpose: "Someone, probably you, asked to set a new password for this account.",
      link: "Set a new password",
      ignore: "Not you? Ignore this e-mail. Your password stays the same.",
    },
    unknown: {
      subject: "There is no account with this address",
      purpose:
        "Someone, probably you, asked to set a new password, but no account uses this address. You may have signed up with another one.",
      ignore: "Not you? Ignore this e-mail.",
    },
    changed: {
      subject: "Your password was changed",
      purpose: "The password of your account was changed on {at}.",
      others: "Browsers signed in with the old password were signed out.",
      wrong: "Wasn't you? Set a new password now:",
      link: "Set a new password",
    },
  },
} as const;
