export const mail = {
  code: {
    subject: "{code} az Ön kódja a fizetéshez – {payee}",
    title: "Az Ön kódja",
    purpose: "Írja be a fizetés folytatásához: {amount}, kedvezményezett: {payee}.",
    validity: "{minutes, plural, other {# percig}} érvényes, és csak egyszer használható.",
    secret: "Ne adja meg senkinek. Soha nem telefonálunk vagy írunk azért, hogy kódot kérjünk.",
    ignore: "Ha most éppen nem fizet, nincs teendője: e kód nélkül senki nem léphet tovább.",
  },
  receipt: {
    subject: "Bizonylat: {amount} – {payee}",
    title: "Az Ön bizonylata",
    paid: "{amount} kifizetve, kedvezményezett: {payee}, időpont: {time}.",
    show: "Bizonylat megtekintése",
    why: "Azért kapta ezt az e-mailt, mert ezt a címet adták meg egy fizetésnél. Kedvezményezett: {payee}.",
  },
} as const;
