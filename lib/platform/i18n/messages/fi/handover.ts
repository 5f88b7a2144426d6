export const handover = {
  elsewhere: {
    title: "Avattu toisella laitteella",
    lead: "Tilaus avattiin ensin toisella laitteella tai toisessa selaimessa. Kaikki sen näytöt näyttävät saman koodin.",
    wait: "Voit odottaa tässä: sivu päivittyy itsestään.",
    atBank:
      "Maksua hyväksytään parhaillaan pankissa toisella laitteella. Jatka tässä vain, jos sitä ei viedä siellä loppuun.",
    takeOver: "Käytä tätä laitetta",
    taking: "Hetkinen…",
  },
  released: {
    title: "Ei enää auki tässä",
    lead: "Kaupan sivulla valittiin toinen puhelin. Voit silti jatkaa tässä.",
  },
  inQuestion: {
    title: "Selvitämme tätä maksua",
  },
  back: {
    tab: "Ei vielä maksettu",
    title: "Ei vielä maksettu",
    otherTab: "Jatka toisessa välilehdessä",
    notOpened: "Tilausta ei avattu. Yritä uudelleen tai valitse alta toinen tapa.",
    appNotOpened:
      "Tilausta ei avattu. Jos puhelin kysyi, avataanko sovellus, salli se tai jatka selaimessa.",
    notFinished:
      "Maksusi on auki toisessa välilehdessä tai sovelluksessa. Viimeistele se siellä tai jatka täällä.",
    atBank:
      "Pankkisi ei ole ilmoittanut meille hyväksynnästä. Jos hyväksyit juuri, odota tässä: sivu päivittyy itsestään.",
    tryAgain: "Yritä uudelleen",
    resume: "Jatka maksamista",
    hint: "Palasitko maksamatta?",
  },
  slow: {
    lead: "Joissakin pankeissa tämä kestää seuraavaan pankkipäivään. Sinun ei tarvitse tehdä mitään.",
    asked: "Pankilta kysytty viimeksi: {time}",
  },
  alreadyPaid: {
    tab: "Jo maksettu",
    title: "Jo maksettu",
    lead: "Tämä maksu on jo tehty. Maksettavaa ei enää ole.",
  },
  refusedFrame: {
    tab: "Ei näytetä tässä",
    title: "Sivua ei voi näyttää tässä",
    lead: "Palaa kauppaan ja aloita maksu siellä.",
  },
  simulation: {
    title: "Testi: valitse lopputulos",
    lead: "Esittää maksajaa testipankissa. Tämä onnistuu vain testitilan maksuissa.",
    approve: "Hyväksy",
    decline: "Hylkää",
    insufficient_funds: "Rahat eivät riitä",
    hang: "Ensin ei vastausta, sitten maksettu",
    cancel: "Peruuta pankissa",
    expire: "Anna ajan kulua loppuun",
  },
} as const;
