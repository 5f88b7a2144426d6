export const languages = {
  label: "Langue",
  current: "Langue\u00a0: {name}",
} as const;
