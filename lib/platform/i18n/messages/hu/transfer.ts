export const transfer = {
  ways: "Fizetési módok",
  byBank: "Fizetés a bankjával",
  byTransfer: "Átutalás",
  tab: "{amount} átutalása – {payee}",
  title: "Fizetés átutalással",
  lead: "Olvassa be a kódot a banki alkalmazásában, vagy másolja át az adatokat egy átutalásba.",
  phoneLead: "Másolja át ezeket az adatokat egy átutalásba a banki alkalmazásában.",
  qr: "QR-kód banki alkalmazásokhoz: {amount} átutalása, kedvezményezett: {payee}, számla: {iban}, hivatkozás: {reference}.",
  testQr:
    "Egy teszt QR-kódja, hivatkozás: {reference}. Egyetlen banki alkalmazás sem tud vele fizetni.",
  test: "Ez egy teszt. Kérjük, ne küldjön pénzt: a kóddal nem lehet fizetni.",
  copy: "Másolás",
  copyWhat: "Másolás: {what}",
  copied: "Kimásolva: {what}",
  copyFailed: "Nem sikerült kimásolni",
  exact:
    "Kérjük, pontosan ezt az összeget és ezt a hivatkozást használja. {payee} csak így tudhatja, hogy a pénz az Ön rendeléséért érkezett.",
  duration:
    "Az euróövezet legtöbb bankjánál ez néhány másodperc, egyébként legfeljebb egy banki munkanap.",
  otherDevice: "Fizetés másik eszközzel",
  sentHint: "Nyomja meg, ha már elküldte. Ezután várjuk a pénzét, és a fizetési idő nem jár le.",
  sent: "Elküldtem az átutalást",
  waiting: {
    tab: "Várjuk az átutalását",
    title: "Várjuk az átutalását",
    lead: "Az euróövezet legtöbb bankjánál ez néhány másodperc, egyébként legfeljebb egy banki munkanap.",
    safe: "Ezt az oldalt bezárhatja: {payee} értesül róla, amint a pénz megérkezett.",
    notSent: "Nem küldtem el",
  },
  notSent: {
    title: "Megszakítja az átutalással történő fizetést?",
    lead: "A fizetés ekkor véget ér. Csak akkor folytassa, ha nincs úton pénz. Kedvezményezett: {payee}.",
    yes: "Nem küldtem el",
    no: "Elküldtem, várok tovább",
  },
} as const;
