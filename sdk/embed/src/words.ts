/** Texts outside of the frame. */
export type Words = {
  title: string;
  loading: string;
  silent: string;
  open: string;
  close: string;
};

// Title, loading, silent, open, close.
const TABLE: Record<string, string> = {
  en: "Pay by bank|The payment page is loading…|The payment page is not answering.|Open it in a new tab|Close",
  de: "Per Bank bezahlen|Die Zahlungsseite wird geladen …|Die Zahlungsseite antwortet nicht.|In einem neuen Tab öffnen|Schließen",
  fr: "Payer avec votre banque|La page de paiement se charge…|La page de paiement ne répond pas.|L’ouvrir dans un nouvel onglet|Fermer",
  es: "Pagar con su banco|La página de pago se está cargando…|La página de pago no responde.|Abrirla en una pestaña nueva|Cerrar",
  it: "Pagamento tramite banca|La pagina di pagamento si sta caricando…|La pagina di pagamento non risponde.|Aprirla in una nuova scheda|Chiudi",
  nl: "Betalen via uw bank|De betaalpagina wordt geladen…|De betaalpagina reageert niet.|Openen in een nieuw tabblad|Sluiten",
  pt: "Pagar através do banco|A página de pagamento está a carregar…|A página de pagamento não responde.|Abrir num novo separador|Fechar",
  pl: "Płatność przez bank|Strona płatności się wczytuje…|Strona płatności nie odpowiada.|Otwórz w nowej karcie|Zamknij",
  sv: "Betala via banken|Betalningssidan laddas…|Betalningssidan svarar inte.|Öppna i en ny flik|Stäng",
  da: "Betal via din bank|Betalingssiden indlæses…|Betalingssiden svarer ikke.|Åbn i en ny fane|Luk",
  fi: "Maksa pankin kautta|Maksusivua ladataan…|Maksusivu ei vastaa.|Avaa uudessa välilehdessä|Sulje",
  cs: "Platba přes banku|Platební stránka se načítá…|Platební stránka neodpovídá.|Otevřít na nové kartě|Zavřít",
  el: "Πληρωμή μέσω τράπεζας|Η σελίδα πληρωμής φορτώνεται…|Η σελίδα πληρωμής δεν ανταποκρίνεται.|Άνοιγμα σε νέα καρτέλα|Κλείσιμο",
  ro: "Plată prin bancă|Pagina de plată se încarcă…|Pagina de plată nu răspunde.|Deschideți-o într-o filă nouă|Închideți",
  hu: "Fizetés bankon keresztül|A fizetési oldal betöltődik…|A fizetési oldal nem válaszol.|Megnyitás új lapon|Bezárás",
  ar: "الدفع عبر البنك|جارٍ تحميل صفحة الدفع…|صفحة الدفع لا تستجيب.|فتحها في علامة تبويب جديدة|إغلاق",
};

export const LANGUAGES: string[] = Object.keys(TABLE);

/** Takes BCP 47 tags: `de-AT` gives German, Norwegian gives Danish. `undefined` if none is supported. */
export function pickLanguage(wishes: readonly (string | null | undefined)[]): string | undefined {
  for (const wish of wishes) {
    const [language = ""] = wish?.trim().toLowerCase().split("-") ?? [];
    const nearest = /^n[obn]$/.test(language) ? "da" : language;
    if (Object.hasOwn(TABLE, nearest)) return nearest;
  }
  return undefined;
}

export function wordsIn(language: string): Words {
  const line = TABLE[language] ?? "";
  const [title = "", loading = "", silent = "", open = "", close = ""] = line.split("|");
  return { title, loading, silent, open, close };
}
