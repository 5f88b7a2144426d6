declare namespace NodeJS {
  interface ProcessEnv {
    /** Which of Next's two builds this is; replaced when bundling. */
    readonly NEXT_RUNTIME?: "nodejs" | "edge";
  }
}
