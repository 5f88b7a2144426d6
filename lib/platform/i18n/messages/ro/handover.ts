export const handover = {
  elsewhere: {
    title: "Deschisă pe alt dispozitiv",
    lead: "Această comandă a fost deschisă mai întâi pe alt dispozitiv sau în alt browser. Toate ecranele ei arată același cod.",
    wait: "Puteți aștepta aici: pagina se actualizează singură.",
    atBank:
      "Acolo este în curs de aprobare la bancă. Continuați aici doar dacă nu va fi finalizată acolo.",
    takeOver: "Folosiți acest dispozitiv",
    taking: "Un moment…",
  },
  released: {
    title: "Nu mai este deschisă aici",
    lead: "Pe pagina magazinului s-a cerut alt telefon. Puteți totuși continua aici.",
  },
  inQuestion: {
    title: "Verificăm această plată",
  },
  back: {
    tab: "Încă neplătit",
    title: "Încă neplătit",
    otherTab: "Continuați în cealaltă filă",
    notOpened: "Comanda nu a fost deschisă. Încercați din nou sau alegeți mai jos o altă cale.",
    appNotOpened:
      "Comanda nu a fost deschisă. Dacă telefonul a întrebat dacă să deschidă aplicația, permiteți acest lucru sau continuați în browser.",
    notFinished:
      "Plata este deschisă în altă filă sau aplicație. Finalizați-o acolo sau continuați aici.",
    atBank:
      "Banca dumneavoastră nu ne-a comunicat nicio aprobare. Dacă tocmai ați aprobat, așteptați aici: pagina se actualizează singură.",
    tryAgain: "Încercați din nou",
    resume: "Continuați plata",
    hint: "V-ați întors fără să plătiți?",
  },
  slow: {
    lead: "Unele bănci au nevoie de timp până în următoarea zi lucrătoare. Nu trebuie să faceți nimic.",
    asked: "Ultima întrebare adresată băncii: {time}",
  },
  alreadyPaid: {
    tab: "Deja plătit",
    title: "Deja plătit",
    lead: "Această plată a fost deja făcută. Nu mai este nimic de plătit.",
  },
  refusedFrame: {
    tab: "Nu se afișează aici",
    title: "Această pagină nu poate fi afișată aici",
    lead: "Reveniți la magazin și începeți plata acolo.",
  },
  simulation: {
    title: "Test: alegeți rezultatul",
    lead: "Joacă rolul plătitorului la banca de test. Este posibil doar pentru plăți în modul de test.",
    approve: "Aprobare",
    decline: "Refuz",
    insufficient_funds: "Fonduri insuficiente",
    hang: "La început fără răspuns, apoi plătit",
    cancel: "Anulare la bancă",
    expire: "Expirarea timpului",
  },
} as const;
