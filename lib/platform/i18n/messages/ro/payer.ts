export const payer = {
  order: {
    tab: "Plătiți {amount} către {payee}",
    codeHint: "Verificați dacă acest cod este același cu cel de pe computerul dumneavoastră.",
    cancel: "Anulați plata",
  },
  altered: {
    tab: "Cod nevalabil",
    title: "Acest cod nu este valabil",
    lead: "A fost modificat sau aparține altei comenzi. Nu plătiți. Scanați din nou codul de pe pagina magazinului.",
  },
  email: {
    tab: "Confirmați-vă identitatea",
    title: "Confirmați-vă identitatea",
    lead: "Trimitem un cod din șase cifre la această adresă.",
    label: "Adresă de e-mail",
    problem: "Introduceți o adresă de e-mail, de exemplu nume@example.com.",
    send: "Trimiteți codul",
    sending: "Se trimite…",
    haveCode: "Am un cod",
    passkey: "Folosiți o cheie de acces",
    passkeyFailed:
      "Nu s-a folosit nicio cheie de acces. Încercați din nou sau introduceți adresa de e-mail.",
  },
  code: {
    tab: "Introduceți codul",
    title: "Introduceți codul",
    lead: "L-am trimis la {email}. Este valabil zece minute.",
    label: "Cod din șase cifre",
    problem: "Codul nu este corect. Verificați cel mai recent e-mail și încercați din nou.",
    confirm: "Confirmați",
    confirming: "Se verifică…",
    sent: "Am trimis un cod nou. Cele vechi nu mai funcționează.",
    sending: "Se trimite…",
    resend: "Trimiteți un cod nou",
    resendIn: "Trimiteți un cod nou (în {seconds} s)",
    resendHint: "Un cod nou poate fi trimis după o jumătate de minut.",
    resendReady: "Acum puteți cere un cod nou.",
    another: "Folosiți altă adresă",
    mailbox: "Deschideți căsuța demo",
    mailboxHint: "Mod de test: nu se trimite nimic. E-mailul se află în căsuța demo.",
  },
  bank: {
    tab: "Alegeți banca",
    title: "Alegeți banca",
    lead: "{product} inițiază plata la banca pe care o alegeți. Nu se plătește nimic până nu o aprobați acolo.",
    continue: "Continuați la {bank}",
    opening: "Se deschide banca…",
    none: "Momentan nu este disponibilă nicio bancă. Vă rugăm să încercați mai târziu.",
    paused: "Suspendată din cauza unei probleme: {banks}. Alegeți altă bancă.",
    justNow: {
      declined: "Tocmai a refuzat plata",
      bank_unavailable: "Nu răspundea adineauri",
    },
    search: "Găsiți banca dumneavoastră",
    find: "Căutați",
    found: "Bănci găsite: {count}",
    notFound: "Nicio bancă nu are acest text în nume.",
    payingAs: "Plătiți ca {email}",
    remember: "Ține-mă minte pe acest dispozitiv",
    rememberHint:
      "Data viitoare nu veți mai avea nevoie de cod. Nu pe un dispozitiv folosit și de alții.",
    passkey: "Creați o cheie de acces",
    passkeyHint:
      "Data viitoare folosiți amprenta, fața sau blocarea ecranului în locul codului. Nu pe un dispozitiv folosit și de alții.",
    passkeyFailed: "Nu s-a creat nicio cheie de acces. Încercați din nou sau alegeți „{remember}”.",
    forget: "Altă persoană? Uitați dispozitivul",
  },
  waiting: {
    title: "Așteptăm răspunsul băncii…",
    lead: "Pagina se actualizează imediat ce banca răspunde.",
  },
  unpaid: {
    tab: "Încă neconfirmat",
    title: "Încă neconfirmat",
    lead: "Banca dumneavoastră nu ne-a comunicat nicio aprobare. Dacă tocmai ați aprobat, așteptați aici: pagina se actualizează singură. Dacă nu, continuați la bancă sau alegeți alta.",
    resume: "Continuați la bancă",
  },
  declined: {
    tab: "Încă neplătit",
    tryAgain: "Încercați din nou",
    another: "Alegeți altă bancă",
  },
  result: {
    close: "Gata. Puteți închide pagina.",
  },
  app: {
    back: "Înapoi la aplicație",
    going: "Vă ducem înapoi la aplicație.",
    byYourself: "Puteți închide pagina și reveni la aplicație.",
    ended: {
      cancelled: "Nu s-a plătit nimic.",
      expired: "Nu s-a plătit nimic. Reveniți la aplicație pentru a începe din nou.",
      superseded: "Aici nu s-a plătit nimic. Aplicația a inițiat o plată nouă.",
      failed: "Nu s-a plătit nimic. Reveniți la aplicație pentru a plăti altfel.",
    },
  },
  confirmCancel: {
    tab: "Anulați plata?",
    title: "Anulați această plată?",
    lead: "Nu s-a plătit nimic. {payee} va primi un mesaj.",
    yes: "Da, anulez",
    no: "Nu, continui plata",
  },
  unknown: {
    tab: "Plata nu a fost găsită",
    title: "Această plată nu poate fi afișată",
    lead: "Scanați din nou codul de pe pagina magazinului sau începeți acolo plata din nou.",
  },
  enter: {
    title: "Un moment",
    lead: "Plata se deschide.",
    next: "Continuați",
  },
  unregisteredScheme:
    "Schema {scheme} a aplicației nu este înregistrată în cont. Modul de test o acceptă, modul real o refuză.",
  again: {
    link_used: {
      title: "Acest link a fost deja deschis",
      lead: "Se deschide o singură dată și într-un singur loc: în altă aplicație, în alt browser sau pe alt dispozitiv nu mai funcționează. Dacă încă doriți să plătiți, începeți din nou în aplicație.",
    },
    link_not_valid: {
      title: "Acest link nu este valabil",
      lead: "Poate fi prea vechi sau îi lipsește o parte. Aici nu s-a plătit nimic. Începeți din nou în aplicație.",
    },
    return_address_refused: {
      title: "Nu se poate reveni la aplicație",
      lead: "Nu s-a plătit nimic. Aplicația ne-a cerut să vă ducem înapoi la o adresă pe care nu o deschidem. Vă rugăm să anunțați dezvoltatorii aplicației.",
      maker: {
        title: "Pentru dezvoltatorii aplicației",
        lead: "redirect-url trebuie să fie o schemă proprie a aplicației, scrisă cu litere mici, de exemplu myapp, sau o adresă din cadrul ei. Adresele web și schemele browserelor și ale sistemelor sunt refuzate, la fel și, în modul real, o schemă care lipsește din lista contului. Linkul nu a fost consumat.",
      },
    },
    session_missing: {
      title: "Reveniți la aplicație",
      lead: "Plata nu se află în acest browser sau timpul ei a expirat. Verificați în aplicație stadiul plății sau începeți acolo din nou.",
    },
    cookies_blocked: {
      title: "Cookie-urile sunt blocate aici",
      lead: "Acest browser nu păstrează cookie-uri pentru pagina noastră, așa că plata nu poate continua. Aici nu s-a plătit nimic. Permiteți cookie-urile și începeți din nou în aplicație.",
      maker: {
        title: "Pentru dezvoltatorii aplicației",
        lead: "WebView trebuie să accepte cookie-urile adresei pe care o deschide: după prima încărcare, ele păstrează sesiunea. Activați cookie-urile și creați o tranzacție nouă, deoarece acest link a fost consumat.",
      },
    },
    unavailable: {
      title: "Operațiunea nu a reușit",
      lead: "Momentan nu putem deschide plata, iar aici nu s-a plătit nimic. Vă rugăm să începeți din nou în aplicație peste puțin timp.",
    },
    unattended: "Deschideți acest link în aplicație.",
  },
} as const;
