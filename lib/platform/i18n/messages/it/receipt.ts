export const receipt = {
  tab: "Ricevuta – {payee}",
  title: "Ricevuta di pagamento",
  lead: "Pagato direttamente da un conto bancario. Il pagamento risulta anche sul suo estratto conto.",
  open: "Ricevuta",
  bank: "Pagato tramite",
  mark: "Modalità di prova: non è un pagamento. Nessun importo è stato trasferito.",
  note: "Conferma il pagamento; non è una fattura.",
  print: "Stampa o salva",
  printHint:
    "Per conservare questa ricevuta, scelga «Stampa» nel menu del browser. Da lì può anche salvarla in PDF.",
  share: "Condividi",
  shareHint: "Chi ha il link condiviso vede questa ricevuta senza la banca e nient’altro.",
  copied: "Link alla ricevuta copiato",
  shareFailed:
    "Non è stato possibile copiare il link. Tenga premuto il pulsante o vi faccia clic con il tasto destro per copiarlo.",
  mailHint: "Lo usiamo solo per inviare questa ricevuta.",
  mailSend: "Invia la ricevuta per e-mail",
  mailSent: "Abbiamo inviato la ricevuta. Può impiegare un minuto ad arrivare.",
  mailFailed: "Non è stato possibile inviare la ricevuta. Riprovi più tardi.",
} as const;
