export const handover = {
  elsewhere: {
    title: "Auf einem anderen Gerät geöffnet",
    lead: "Diese Bestellung wurde zuerst auf einem anderen Gerät oder in einem anderen Browser geöffnet. Alle ihre Seiten zeigen denselben Code.",
    wait: "Sie können hier warten: Diese Seite aktualisiert sich von selbst.",
    atBank:
      "Sie wird dort gerade bei der Bank freigegeben. Machen Sie nur hier weiter, wenn sie dort nicht abgeschlossen wird.",
    takeOver: "Dieses Gerät verwenden",
    taking: "Einen Moment\u00a0…",
  },
  released: {
    title: "Hier nicht mehr geöffnet",
    lead: "Auf der Seite des Shops wurde ein anderes Smartphone gewünscht. Sie können trotzdem hier weitermachen.",
  },
  inQuestion: {
    title: "Wir prüfen diese Zahlung",
  },
  back: {
    tab: "Noch nicht bezahlt",
    title: "Noch nicht bezahlt",
    otherTab: "Weiter im anderen Tab",
    notOpened:
      "Die Bestellung wurde nicht geöffnet. Versuchen Sie es erneut, oder wählen Sie unten einen anderen Weg.",
    appNotOpened:
      "Die Bestellung wurde nicht geöffnet. Falls Ihr Smartphone gefragt hat, ob die App geöffnet werden soll, erlauben Sie es, oder machen Sie im Browser weiter.",
    notFinished:
      "Ihre Zahlung ist in einem anderen Tab oder in einer App geöffnet. Schließen Sie sie dort ab oder machen Sie hier weiter.",
    atBank:
      "Ihre Bank hat uns keine Freigabe gemeldet. Falls Sie gerade freigegeben haben, warten Sie hier: Diese Seite aktualisiert sich von selbst.",
    tryAgain: "Erneut versuchen",
    resume: "Zahlung fortsetzen",
    hint: "Ohne Zahlung zurückgekommen?",
  },
  slow: {
    lead: "Manche Banken brauchen bis zum nächsten Bankarbeitstag. Sie müssen nichts tun.",
    asked: "Bank zuletzt gefragt: {time}",
  },
  alreadyPaid: {
    tab: "Bereits bezahlt",
    title: "Bereits bezahlt",
    lead: "Diese Zahlung ist schon erfolgt. Es ist nichts mehr zu bezahlen.",
  },
  refusedFrame: {
    tab: "Wird hier nicht angezeigt",
    title: "Diese Seite kann hier nicht angezeigt werden",
    lead: "Gehen Sie zurück zum Shop und beginnen Sie die Zahlung dort.",
  },
  simulation: {
    title: "Test: Ausgang wählen",
    lead: "Spielt die zahlende Person bei der Testbank. Das geht nur bei Zahlungen im Testmodus.",
    approve: "Freigeben",
    decline: "Ablehnen",
    insufficient_funds: "Zu wenig Guthaben",
    hang: "Erst keine Antwort, dann bezahlt",
    cancel: "Bei der Bank abbrechen",
    expire: "Zeit ablaufen lassen",
  },
} as const;
