/** The app on its embedded database, as `npm start` runs it. */
export const APP_PORT = 3210;
