export const languages = {
  label: "Lingua",
  current: "Lingua: {name}",
} as const;
