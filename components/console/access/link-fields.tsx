type Props = { token: string; email: string };

/** The e-mail field is for password managers. */
export function LinkFields({ token, email }: Props) {
  return (
    <>
      <input type="hidden" name="token" value={token} />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
    </>
  );
}
