export const languages = {
  label: "Sprache",
} as const;
