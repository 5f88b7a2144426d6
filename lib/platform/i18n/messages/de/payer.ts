export const payer = {
  order: {
    tab: "{amount} an {payee} zahlen",
    codeHint: "Prüfen Sie, ob dieser Code mit dem auf Ihrem Computer übereinstimmt.",
    cancel: "Zahlung abbrechen",
  },
  altered: {
    tab: "Code ungültig",
    title: "Dieser Code ist ungültig",
    lead: "Er wurde verändert oder gehört zu einer anderen Bestellung. Zahlen Sie nicht. Scannen Sie den Code auf der Seite des Shops noch einmal.",
  },
  email: {
    tab: "Bestätigen Sie, dass Sie es sind",
    title: "Bestätigen Sie, dass Sie es sind",
    lead: "Wir senden einen sechsstelligen Code an diese Adresse.",
    label: "E-Mail-Adresse",
    problem: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.",
    send: "Code senden",
    sending: "Wird gesendet\u00a0…",
    haveCode: "Ich habe einen Code",
    passkey: "Passkey verwenden",
    passkeyFailed:
      "Es wurde kein Passkey verwendet. Versuchen Sie es erneut oder geben Sie Ihre E-Mail-Adresse ein.",
  },
  code: {
    tab: "Code eingeben",
    title: "Code eingeben",
    lead: "Wir haben ihn an {email} gesendet. Er ist zehn Minuten gültig.",
    label: "Sechsstelliger Code",
    problem:
      "Dieser Code ist nicht richtig. Sehen Sie in der neuesten E-Mail nach und versuchen Sie es erneut.",
    confirm: "Bestätigen",
    confirming: "Wird geprüft\u00a0…",
    sent: "Wir haben einen neuen Code gesendet. Ältere gelten nicht mehr.",
    sending: "Wird gesendet\u00a0…",
    resend: "Neuen Code senden",
    resendIn: "Neuen Code senden (in {seconds}\u00a0s)",
    resendHint: "Ein neuer Code kann nach einer halben Minute gesendet werden.",
    resendReady: "Sie können jetzt einen neuen Code anfordern.",
    another: "Andere Adresse verwenden",
    mailbox: "Demo-Postfach öffnen",
    mailboxHint: "Testmodus: Es wird nichts gesendet. Die E-Mail liegt im Demo-Postfach.",
  },
  bank: {
    tab: "Wählen Sie Ihre Bank",
    title: "Wählen Sie Ihre Bank",
    lead: "{product} startet die Zahlung bei der Bank, die Sie wählen. Bezahlt wird erst, wenn Sie sie dort freigeben.",
    continue: "Weiter zu {bank}",
    opening: "Ihre Bank wird geöffnet\u00a0…",
    none: "Im Moment ist keine Bank verfügbar. Bitte versuchen Sie es später erneut.",
    paused: "Wegen einer Störung pausiert: {banks}. Bitte wählen Sie eine andere Bank.",
    justNow: {
      declined: "Gerade abgelehnt",
      bank_unavailable: "War gerade nicht erreichbar",
    },
    search: "Bank suchen",
    find: "Suchen",
    found: "Gefundene Banken: {count}",
    notFound: "Keine Bank mit diesem Namen gefunden.",
    payingAs: "Sie zahlen als {email}",
    remember: "Dieses Gerät merken",
    rememberHint:
      "Beim nächsten Mal brauchen Sie keinen Code. Nicht auf einem Gerät, das andere mitbenutzen.",
    passkey: "Passkey erstellen",
    passkeyHint:
      "Beim nächsten Mal genügt statt eines Codes Ihr Fingerabdruck, Ihr Gesicht oder die Displaysperre. Nicht auf einem Gerät, das andere mitbenutzen.",
    passkeyFailed:
      "Es wurde kein Passkey erstellt. Versuchen Sie es erneut oder wählen Sie „{remember}“.",
    forget: "Sind das nicht Sie? Dieses Gerät vergessen",
  },
  waiting: {
    title: "Wir warten auf Ihre Bank\u00a0…",
    lead: "Diese Seite aktualisiert sich, sobald Ihre Bank antwortet.",
  },
  unpaid: {
    tab: "Noch nicht bestätigt",
    title: "Noch nicht bestätigt",
    lead: "Ihre Bank hat uns keine Freigabe gemeldet. Wenn Sie gerade freigegeben haben, warten Sie hier: Diese Seite aktualisiert sich von selbst. Wenn nicht, machen Sie bei Ihrer Bank weiter oder wählen Sie eine andere.",
    resume: "Bei der Bank weitermachen",
  },
  declined: {
    tab: "Noch nicht bezahlt",
    tryAgain: "Erneut versuchen",
    another: "Andere Bank wählen",
  },
  result: {
    close: "Fertig. Sie können diese Seite schließen.",
  },
  app: {
    back: "Zurück zur App",
    going: "Sie werden zur App zurückgeleitet.",
    byYourself: "Sie können diese Seite schließen und zur App zurückgehen.",
    ended: {
      cancelled: "Es wurde nichts bezahlt.",
      expired: "Es wurde nichts bezahlt. Gehen Sie zurück zur App, um neu zu beginnen.",
      superseded: "Hier wurde nichts bezahlt. Die App hat eine neue Zahlung begonnen.",
      failed: "Es wurde nichts bezahlt. Gehen Sie zurück zur App, um auf andere Weise zu zahlen.",
    },
  },
  confirmCancel: {
    tab: "Zahlung abbrechen?",
    title: "Diese Zahlung abbrechen?",
    lead: "Es wurde nichts bezahlt. Wir informieren {payee}.",
    yes: "Ja, abbrechen",
    no: "Nein, Zahlung fortsetzen",
  },
  unknown: {
    tab: "Zahlung nicht gefunden",
    title: "Diese Zahlung kann nicht angezeigt werden",
    lead: "Scannen Sie den Code auf der Seite des Shops noch einmal oder beginnen Sie die Zahlung dort neu.",
  },
  enter: {
    title: "Einen Moment",
    lead: "Ihre Zahlung wird geöffnet.",
    next: "Weiter",
  },
  unregisteredScheme:
    "Das Schema {scheme} der App ist im Konto nicht registriert. Der Testmodus nimmt es an, der Live-Modus lehnt es ab.",
  again: {
    link_used: {
      title: "Dieser Link wurde schon geöffnet",
      lead: "Er lässt sich nur einmal und nur an einer Stelle öffnen: In einer anderen App, einem anderen Browser oder auf einem anderen Gerät funktioniert er nicht noch einmal. Wenn Sie weiterhin zahlen möchten, beginnen Sie in Ihrer App neu.",
    },
    link_not_valid: {
      title: "Dieser Link ist ungültig",
      lead: "Er ist vielleicht zu alt, oder ein Teil davon fehlt. Hier wurde nichts bezahlt. Beginnen Sie in Ihrer App neu.",
    },
    return_address_refused: {
      title: "Kein Rückweg zur App",
      lead: "Es wurde nichts bezahlt. Die App hat uns gebeten, Sie an eine Adresse zurückzubringen, die wir nicht öffnen. Bitte sagen Sie das den Anbietern der App.",
      maker: {
        title: "Für die Entwickler der App",
        lead: "redirect-url muss ein eigenes Schema der App in Kleinbuchstaben sein, etwa myapp, oder eine Adresse darunter. Webadressen sowie Schemata von Browsern und Systemen werden abgelehnt, im Live-Modus auch ein Schema, das in der Liste des Kontos fehlt. Der Link wurde nicht verbraucht.",
      },
    },
    session_missing: {
      title: "Gehen Sie zurück zu Ihrer App",
      lead: "Dieser Browser kennt die Zahlung nicht, oder ihre Zeit ist abgelaufen. Prüfen Sie in Ihrer App den Stand der Zahlung oder beginnen Sie dort neu.",
    },
    cookies_blocked: {
      title: "Cookies sind hier blockiert",
      lead: "Dieser Browser speichert für unsere Seite keine Cookies. Deshalb kann die Zahlung nicht weitergehen. Hier wurde nichts bezahlt. Erlauben Sie Cookies und beginnen Sie in Ihrer App neu.",
      maker: {
        title: "Für die Entwickler der App",
        lead: "Die WebView muss Cookies der Adresse annehmen, die sie öffnet: Sie halten die Sitzung nach dem ersten Laden. Schalten Sie Cookies ein und legen Sie eine neue Transaktion an, denn dieser Link ist verbraucht.",
      },
    },
    unavailable: {
      title: "Das hat nicht funktioniert",
      lead: "Wir können die Zahlung gerade nicht öffnen. Hier wurde nichts bezahlt. Bitte beginnen Sie gleich in Ihrer App neu.",
    },
    unattended: "Öffnen Sie diesen Link in Ihrer App.",
  },
} as const;
