type Props = { token: string; email: string };

/** What a form behind a mailed link carries along: the link, and for password managers whose password it is. */
export function LinkFields({ token, email }: Props) {
  return (
    <>
      <input type="hidden" name="token" value={token} />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
    </>
  );
}
