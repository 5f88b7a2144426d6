export const languages = {
  label: "Jazyk",
  current: "Jazyk: {name}",
} as const;
