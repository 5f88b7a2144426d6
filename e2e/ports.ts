/** The app on its embedded database, as a newcomer has it. */
export const APP_PORT = 3210;
/** Two servers on one PostgreSQL. */
export const FIRST_PORT = 3211;
export const SECOND_PORT = 3212;
/** A server that a test stops, and whose database it takes away. */
export const PASSING_PORT = 3213;
