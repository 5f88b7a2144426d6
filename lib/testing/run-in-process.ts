type Output = { write(text: string): unknown };
type Program = (
  args: string[],
  process: { env: Record<string, string>; stdout: Output; stderr: Output },
) => Promise<number>;

export async function runInProcess(
  program: Program,
  args: string[],
  variables: Record<string, string>,
): Promise<{ status: number; stdout: string; stderr: string }> {
  const written = { stdout: "", stderr: "" };
  const collect = (stream: keyof typeof written): Output => ({
    write: (text) => {
      written[stream] += text;
    },
  });
  const status = await program(args, {
    env: { NODE_ENV: "test", LOG_LEVEL: "silent", ...variables },
    stdout: collect("stdout"),
    stderr: collect("stderr"),
  });
  return { status, ...written };
}
