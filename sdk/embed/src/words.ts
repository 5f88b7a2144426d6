/** The few words that stand outside of the frame. */
export type Words = {
  title: string;
  loading: string;
  silent: string;
  open: string;
  close: string;
  wait: string;
};

// One line a language: title, loading, silent, open, close, wait.
const TABLE: Record<string, string> = {
  en: "Pay by bank|The payment page is loading…|The payment page is not answering.|Open it in a new tab|Close|Your bank is confirming the payment. Please wait a moment.",
  de: "Per Bank bezahlen|Die Zahlungsseite wird geladen …|Die Zahlungsseite antwortet nicht.|In einem neuen Tab öffnen|Schließen|Ihre Bank bestätigt gerade die Zahlung. Bitte warten Sie einen Moment.",
  fr: "Payer avec votre banque|La page de paiement se charge…|La page de paiement ne répond pas.|L’ouvrir dans un nouvel onglet|Fermer|Votre banque confirme le paiement. Veuillez patienter un instant.",
  es: "Pagar con su banco|La página de pago se está cargando…|La página de pago no responde.|Abrirla en una pestaña nueva|Cerrar|Su banco está confirmando el pago. Espere un momento, por favor.",
  it: "Pagamento tramite banca|La pagina di pagamento si sta caricando…|La pagina di pagamento non risponde.|Aprirla in una nuova scheda|Chiudi|La Sua banca sta confermando il pagamento. Attenda un momento, per favore.",
  nl: "Betalen via uw bank|De betaalpagina wordt geladen…|De betaalpagina reageert niet.|Openen in een nieuw tabblad|Sluiten|Uw bank bevestigt de betaling. Een ogenblik geduld, alstublieft.",
  pt: "Pagar através do banco|A página de pagamento está a carregar…|A página de pagamento não responde.|Abrir num novo separador|Fechar|O seu banco está a confirmar o pagamento. Aguarde um momento, por favor.",
  pl: "Płatność przez bank|Strona płatności się wczytuje…|Strona płatności nie odpowiada.|Otwórz w nowej karcie|Zamknij|Bank potwierdza płatność. Prosimy chwilę zaczekać.",
  sv: "Betala via banken|Betalningssidan laddas…|Betalningssidan svarar inte.|Öppna i en ny flik|Stäng|Din bank bekräftar betalningen. Vänta ett ögonblick.",
  da: "Betal via din bank|Betalingssiden indlæses…|Betalingssiden svarer ikke.|Åbn i en ny fane|Luk|Din bank bekræfter betalingen. Vent et øjeblik.",
  fi: "Maksa pankin kautta|Maksusivua ladataan…|Maksusivu ei vastaa.|Avaa uudessa välilehdessä|Sulje|Pankkisi vahvistaa maksua. Odota hetki.",
  cs: "Platba přes banku|Platební stránka se načítá…|Platební stránka neodpovídá.|Otevřít na nové kartě|Zavřít|Vaše banka potvrzuje platbu. Počkejte prosím chvíli.",
  el: "Πληρωμή μέσω τράπεζας|Η σελίδα πληρωμής φορτώνεται…|Η σελίδα πληρωμής δεν ανταποκρίνεται.|Άνοιγμα σε νέα καρτέλα|Κλείσιμο|Η τράπεζά σας επιβεβαιώνει την πληρωμή. Περιμένετε λίγο, παρακαλούμε.",
  ro: "Plată prin bancă|Pagina de plată se încarcă…|Pagina de plată nu răspunde.|Deschideți-o într-o filă nouă|Închideți|Banca dumneavoastră confirmă plata. Vă rugăm să așteptați puțin.",
  hu: "Fizetés bankon keresztül|A fizetési oldal betöltődik…|A fizetési oldal nem válaszol.|Megnyitás új lapon|Bezárás|Az Ön bankja éppen megerősíti a fizetést. Kérjük, várjon egy kicsit.",
  ar: "الدفع عبر البنك|جارٍ تحميل صفحة الدفع…|صفحة الدفع لا تستجيب.|فتحها في علامة تبويب جديدة|إغلاق|يقوم بنككم بتأكيد الدفع. يُرجى الانتظار لحظة.",
};

/** The languages there are words in. */
export const LANGUAGES: string[] = Object.keys(TABLE);

/** The language of the first wish there are words in, else English. Wishes are BCP 47 tags: `de-AT` is German. */
export function pickLanguage(wishes: (string | null | undefined)[]): string {
  for (const wish of wishes) {
    const language = wish?.trim().toLowerCase().split("-")[0] ?? "";
    if (Object.hasOwn(TABLE, language)) return language;
  }
  return "en";
}

/** The words of one of {@link LANGUAGES}. */
export function wordsIn(language: string): Words {
  const line = TABLE[language] ?? "";
  const [title = "", loading = "", silent = "", open = "", close = "", wait = ""] = line.split("|");
  return { title, loading, silent, open, close, wait };
}
