export const refund = {
  tab: "Terugbetaling van {payee}",
  title: "Waar mag uw terugbetaling heen?",
  lead: "{payee} betaalt u {amount} terug. Vul de rekening in waarmee u hebt betaald. Alleen {payee} en de bank van {payee} krijgen deze te zien.",
  name: "Rekeninghouder",
  nameProblem: "Vul de naam van de rekeninghouder in.",
  go: "Rekening opslaan",
  doneTitle: "Rekening opgeslagen",
  doneLead: "{payee} maakt {amount} over naar deze rekening.",
  overTitle: "Deze link werkt niet meer",
  overLead: "De link is al gebruikt of verlopen. Vraag de winkel om een nieuwe.",
} as const;
