export const languages = {
  label: "اللغة",
} as const;
