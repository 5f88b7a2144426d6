export const transfer = {
  ways: "Modalități de plată",
  byBank: "Plată prin banca dumneavoastră",
  byTransfer: "Transfer bancar",
  tab: "Transfer de {amount} către {payee}",
  title: "Plată prin transfer bancar",
  lead: "Scanați codul în aplicația băncii sau copiați datele într-un transfer.",
  phoneLead: "Copiați aceste date într-un transfer în aplicația băncii.",
  qr: "Cod QR pentru aplicații bancare: transfer de {amount} către {payee}, cont {iban}, referință {reference}.",
  testQr:
    "Cod QR al unui test, referință {reference}. Nicio aplicație bancară nu poate plăti cu el.",
  test: "Acesta este un test. Vă rugăm să nu trimiteți bani: codul nu plătește nimic.",
  copy: "Copiați",
  copyWhat: "Copiați: {what}",
  copied: "Copiat: {what}",
  copyFailed: "Nu s-a putut copia",
  exact:
    "Vă rugăm să folosiți exact această sumă și această referință. Numai așa {payee} poate ști că banii sunt pentru comanda dumneavoastră.",
  duration:
    "La majoritatea băncilor din zona euro durează câteva secunde, altfel până la o zi lucrătoare.",
  otherDevice: "Plătiți cu alt dispozitiv",
  sentHint:
    "Apăsați aici după ce l-ați trimis. Așteptăm atunci banii dumneavoastră, iar timpul de plată nu mai expiră.",
  sent: "Am trimis transferul",
  waiting: {
    tab: "Așteptăm transferul dumneavoastră",
    title: "Așteptăm transferul dumneavoastră",
    lead: "La majoritatea băncilor din zona euro durează câteva secunde, altfel până la o zi lucrătoare.",
    safe: "Puteți închide această pagină: {payee} află imediat ce sosesc banii.",
    notSent: "Nu l-am trimis",
  },
  notSent: {
    title: "Anulați această plată prin transfer?",
    lead: "Plata se încheie atunci. Continuați numai dacă nu sunt bani pe drum către {payee}.",
    yes: "Nu l-am trimis",
    no: "L-am trimis, aștept în continuare",
  },
} as const;
