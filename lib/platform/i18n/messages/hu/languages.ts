export const languages = {
  label: "Nyelv",
  current: "Nyelv: {name}",
} as const;
