export const handover = {
  elsewhere: {
    title: "Másik eszközön megnyitva",
    lead: "Ezt a rendelést először másik eszközön vagy másik böngészőben nyitották meg. Minden képernyője ugyanazt a kódot mutatja.",
    wait: "Itt megvárhatja: az oldal magától frissül.",
    atBank: "Ott éppen a banknál hagyják jóvá. Csak akkor folytassa itt, ha ott nem fejezik be.",
    takeOver: "Inkább ezt az eszközt használom",
    taking: "Egy pillanat…",
  },
  released: {
    title: "Itt már nincs megnyitva",
    lead: "Az üzlet oldalán másik telefont kértek. Ennek ellenére itt is folytathatja.",
  },
  inQuestion: {
    title: "Vizsgáljuk ezt a fizetést",
  },
  back: {
    tab: "Még nincs kifizetve",
    title: "Még nincs kifizetve",
    otherTab: "Folytassa a másik lapon",
    notOpened: "A rendelés nem nyílt meg. Próbálja újra, vagy válasszon alább másik módot.",
    appNotOpened:
      "A rendelés nem nyílt meg. Ha a telefon megkérdezte, hogy megnyissa-e az alkalmazást, engedélyezze, vagy folytassa a böngészőben.",
    notFinished:
      "A fizetés egy másik lapon vagy alkalmazásban van megnyitva. Fejezze be ott, vagy folytassa itt.",
    atBank:
      "A bankja nem jelzett nekünk jóváhagyást. Ha éppen most hagyta jóvá, várjon itt: az oldal magától frissül.",
    tryAgain: "Újrapróbálás",
    resume: "Fizetés folytatása",
    hint: "Fizetés nélkül tért vissza?",
  },
  slow: {
    lead: "Egyes bankoknál ez a következő munkanapig tart. Nincs semmi teendője.",
    asked: "A bank legutóbbi megkérdezése: {time}",
  },
  alreadyPaid: {
    tab: "Már kifizetve",
    title: "Már kifizetve",
    lead: "Ez a fizetés már megtörtént. Nincs több fizetnivaló.",
  },
  refusedFrame: {
    tab: "Itt nem jelenik meg",
    title: "Ez az oldal itt nem jeleníthető meg",
    lead: "Térjen vissza az üzlethez, és ott kezdje el a fizetést.",
  },
  simulation: {
    title: "Teszt: válasszon kimenetelt",
    lead: "A fizetőt játssza el a tesztbanknál. Csak tesztmódú fizetéseknél lehetséges.",
    approve: "Jóváhagyás",
    decline: "Elutasítás",
    insufficient_funds: "Nincs elég pénz",
    hang: "Először nincs válasz, majd kifizetve",
    cancel: "Megszakítás a banknál",
    expire: "Az idő lejárása",
  },
} as const;
