export const languages = {
  label: "Lingua",
} as const;
