package io.github.bankside;

import androidx.annotation.Nullable;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Schemes of addresses. */
final class UrlScheme {
    private static final int MAX_LENGTH = 512;
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):");
    private static final Pattern RETURN_ADDRESS =
            Pattern.compile("[a-z][a-z0-9+.-]*(?::[a-z0-9._~/-]*(?:\\?[a-z0-9._~=&-]*)?)?");
    // These lead to a web page, a script, a file or a telephone, never to one app.
    private static final Pattern NOT_AN_APP =
            Pattern.compile(
                    "http.*|wss?|ftp|javascript|data|vbscript|blob|file|filesystem|about|intent|content|view-source"
                            + "|mailto|tel|sms");

    private UrlScheme() {}

    /** The scheme of an address in lower case; {@code null} if it has none. */
    @Nullable
    static String of(String address) {
        Matcher match = SCHEME.matcher(address);
        return match.lookingAt() ? match.group(1).toLowerCase(Locale.ROOT) : null;
    }

    /** The scheme in what an app gives as its own: {@code myapp}, {@code myapp:} and {@code myapp://pay} have {@code myapp}. */
    static String own(String urlScheme) {
        String scheme = of(urlScheme);
        return scheme == null ? urlScheme.toLowerCase(Locale.ROOT) : scheme;
    }

    /** @throws BanksideException {@code invalid_url_scheme} for what can't lead back to an app */
    static void check(String urlScheme) throws BanksideException {
        if (urlScheme.length() <= MAX_LENGTH
                && RETURN_ADDRESS.matcher(urlScheme).matches()
                && !NOT_AN_APP.matcher(own(urlScheme)).matches()) {
            return;
        }
        throw new BanksideException(
                BanksideException.INVALID_URL_SCHEME,
                "urlScheme must be a scheme of the app's own in lower case, such as myapp or myapp://pay");
    }
}
