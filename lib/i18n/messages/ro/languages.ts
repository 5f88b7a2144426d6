export const languages = {
  label: "Limbă",
} as const;
