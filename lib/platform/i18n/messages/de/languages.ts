export const languages = {
  label: "Sprache",
  current: "Sprache: {name}",
} as const;
