export const transfer = {
  ways: "Maksutavat",
  byBank: "Maksa pankissasi",
  byTransfer: "Tilisiirto",
  tab: "Siirrä {amount} saajalle {payee}",
  title: "Maksa tilisiirrolla",
  lead: "Skannaa koodi pankkisovelluksessasi tai kopioi tiedot tilisiirtoon.",
  phoneLead: "Kopioi nämä tiedot tilisiirtoon pankkisovelluksessasi.",
  qr: "QR-koodi pankkisovelluksille: siirrä {amount} saajalle {payee}, tili {iban}, viite {reference}.",
  testQr: "Testin QR-koodi, viite {reference}. Mikään pankkisovellus ei voi maksaa sillä.",
  test: "Tämä on testi. Älä lähetä rahaa: koodilla ei voi maksaa.",
  copy: "Kopioi",
  copyWhat: "Kopioi: {what}",
  copied: "Kopioitu: {what}",
  copyFailed: "Kopiointi ei onnistunut",
  exact:
    "Käytä täsmälleen tätä summaa ja viitettä. Vain niin {payee} tietää, että raha on tilauksestasi.",
  duration:
    "Useimmissa euroalueen pankeissa tämä kestää sekunteja, muissa enintään yhden pankkipäivän.",
  otherDevice: "Maksa toisella laitteella",
  sentHint:
    "Paina tätä, kun olet lähettänyt sen. Odotamme silloin rahaasi, eikä maksuaika enää pääty.",
  sent: "Olen lähettänyt tilisiirron",
  waiting: {
    tab: "Odotamme tilisiirtoasi",
    title: "Odotamme tilisiirtoasi",
    lead: "Useimmissa euroalueen pankeissa tämä kestää sekunteja, muissa enintään yhden pankkipäivän.",
    safe: "Voit sulkea tämän sivun: {payee} saa tiedon heti, kun raha on perillä.",
    notSent: "En lähettänyt sitä",
  },
  notSent: {
    title: "Peruutetaanko tämä tilisiirtomaksu?",
    lead: "Maksu päättyy silloin. Jatka vain, jos rahaa ei ole matkalla. Saaja on {payee}.",
    yes: "En lähettänyt sitä",
    no: "Lähetin sen, jatka odottamista",
  },
} as const;
