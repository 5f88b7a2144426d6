/** Words of the console: team. */
export const team = {
  title: "Team",
} as const;
