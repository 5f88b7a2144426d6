export const approval = {
  wait: {
    title: "Aprobați în aplicația băncii dumneavoastră",
    lead: "Banca vă cere aprobarea acolo sau într-un mesaj. Pagina se actualizează imediat ce banca răspunde.",
    says: "Banca dumneavoastră scrie:",
  },
  noPage: {
    title: "Banca are ordinul, dar nu ne-a dat nicio pagină",
    lead: "Dacă aplicația ei vă întreabă, puteți aproba acolo. Altfel, alegeți altă bancă.",
  },
  missing: {
    title: "Banca are încă acest ordin",
    lead: "Nimeni nu l-a aprobat, deci nu s-a plătit nimic. Dacă banca vă mai întreabă, refuzați, dacă nu doriți să plătiți.",
  },
  unknown: {
    title: "Așteptăm răspunsul băncii…",
    lead: "Banca are ordinul, dar nu ne-a comunicat încă dacă a fost aprobat.",
  },
  account: {
    title: "Contul dumneavoastră la {bank}",
    lead: "{bank} are nevoie de această informație pentru a deschide plata. O transmitem doar băncii dumneavoastră și o ștergem împreună cu celelalte date ale plății.",
    iban: "IBAN-ul dumneavoastră",
    ibanProblem: "Introduceți un IBAN valid, de exemplu DE89 3704 0044 0532 0130 00.",
    id: "Numele de utilizator pentru internet banking",
    idHint: "Niciodată parola sau PIN-ul: pe acestea vi le cere banca însăși.",
    idProblem: "Introduceți numele de utilizator pentru internet banking.",
  },
  testBanks: "Test: alte tipuri de bănci",
} as const;
