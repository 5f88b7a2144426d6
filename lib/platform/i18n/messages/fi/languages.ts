export const languages = {
  label: "Kieli",
  current: "Kieli: {name}",
} as const;
