const { NODE_COMPILE_CACHE } = process.env;

/** Environment of a process of the product that a test starts: nothing of the machine's, but Node's compile cache. */
export const CHILD_ENVIRONMENT: NodeJS.ProcessEnv = {
  NODE_ENV: "test",
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
};
