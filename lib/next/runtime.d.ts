declare namespace NodeJS {
  interface ProcessEnv {
    /** Which of Next's two builds of a module this is; replaced when bundling. */
    readonly NEXT_RUNTIME?: "nodejs" | "edge";
  }
}
