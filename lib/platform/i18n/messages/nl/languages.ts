export const languages = {
  label: "Taal",
  current: "Taal: {name}",
} as const;
