import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Plată din contul bancar cu Bankside",
  testMode: "Mod de test – fără bani reali",
  test: "Test",
  payee: "Beneficiar",
  order: "Comanda",
  amount: "Sumă",
  reference: "Referință",
  time: "Data și ora",
  iban: "IBAN",
  back: "Înapoi",
  returnToShop: "Înapoi la {payee}",
  notFoundTitle: "Aici nu este nimic",
  notFoundLead: "Această adresă nu duce nicăieri. Poate fi scrisă greșit sau nu mai este actuală.",
  homeLink: "La pagina de start",
  ...failure,
  outage: {
    title: "Momentan nu suntem disponibili",
    lead: "Nu s-a pierdut nimic și nu s-a plătit nimic prin deschiderea acestei pagini. Vă rugăm să încercați din nou peste puțin timp: pagina va arăta atunci stadiul plății.",
    again: "Încercați din nou",
  },
  problem: {
    transaction_in_progress:
      "Banca dumneavoastră procesează deja această plată, așa că nu mai poate fi modificată aici.",
    transaction_final: "Această plată este deja încheiată, așa că nu mai poate fi modificată.",
    attempts_exhausted:
      "Pentru această plată nu mai sunt posibile alte încercări. Reveniți la magazin și începeți din nou.",
    payment_in_question:
      "Banca dumneavoastră a dat două răspunsuri diferite despre ultima încercare, așa că este posibil ca plata să se fi efectuat. Verificăm: vă rugăm să nu plătiți din nou, nici în altă parte, și să întrebați magazinul.",
    authorisation_open:
      "O altă încercare la o bancă este încă deschisă. Finalizați-o acolo sau așteptați puțin și încercați din nou.",
    order_changed:
      "Această pagină nu mai era actuală. Vă rugăm să verificați încă o dată datele de mai jos.",
    bank_unavailable:
      "Nu am putut deschide pagina băncii dumneavoastră. Încercați din nou sau alegeți altă bancă.",
    payer_not_verified: "Vă rugăm să vă confirmați identitatea înainte de plată.",
    session_missing:
      "Această pagină a fost deschisă prea mult timp. Vă rugăm să vă confirmați din nou identitatea.",
    code_wrong: "Codul nu este corect. Verificați cel mai recent e-mail și încercați din nou.",
    code_expired: "Acest cod nu mai este valabil. Vă rugăm să cereți unul nou.",
    passkey_failed:
      "Această cheie de acces nu poate fi folosită aici. Introduceți în schimb adresa de e-mail.",
    code_too_soon:
      "Un cod a fost trimis adineauri. Așteptați mesajul o jumătate de minut înainte de a cere altul.",
    too_many_codes:
      "La această adresă au fost trimise prea multe coduri. Folosiți ultimul cod primit sau încercați din nou peste un sfert de oră.",
    too_many_requests:
      "Din rețeaua dumneavoastră vin momentan prea multe cereri. Așteptați un minut, apoi încercați din nou.",
    no_more_codes:
      "Pentru această plată nu se mai pot trimite coduri. Folosiți ultimul cod primit sau începeți din nou în magazin ori în aplicație.",
    cookies_blocked:
      "Browserul nu păstrează cookie-uri pentru această pagină, așa că nu putem continua. Permiteți cookie-urile sau deschideți linkul în alt browser.",
    mail_unavailable:
      "E-mailul cu codul nu a putut fi trimis. Vă rugăm să verificați adresa și să încercați din nou peste puțin timp.",
    unavailable:
      "Momentan nu putem accesa sistemele noastre. Vă rugăm să reîncărcați pagina înainte de a plăti încă o dată.",
    other: "Operațiunea nu a reușit. Verificați mai jos stadiul plății, apoi încercați din nou.",
  },
} as const;
