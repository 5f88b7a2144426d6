const { NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;

/** Nothing of the machine's environment, except what speeds up the start. */
export const CHILD_ENVIRONMENT: NodeJS.ProcessEnv = {
  NODE_ENV: "test",
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  ...(NODE_OPTIONS && { NODE_OPTIONS }),
};
