package io.github.bankside;

import androidx.annotation.Nullable;
import java.nio.charset.StandardCharsets;

/** The address of the view. */
final class CheckoutAddress {
    private CheckoutAddress() {}

    /** The {@code redirectUrl} of a creation with the app's JWT and, where given, the return address. */
    static String of(String redirectUrl, String token, @Nullable String urlScheme) {
        int fragmentStart = redirectUrl.indexOf('#');
        String address = fragmentStart < 0 ? redirectUrl : redirectUrl.substring(0, fragmentStart);
        String fragment = redirectUrl.substring(address.length());
        boolean isOpen = address.endsWith("?") || address.endsWith("&");
        String joint = !address.contains("?") ? "?" : isOpen ? "" : "&";
        String way = urlScheme == null ? "" : "&redirect-url=" + encode(urlScheme);
        return address + joint + "jwt=" + encode(token) + way + fragment;
    }

    // `URLEncoder` writes forms: a space becomes a plus, a tilde is escaped.
    private static String encode(String text) {
        StringBuilder out = new StringBuilder();
        for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
            boolean isUnreserved =
                    next >= 'a' && next <= 'z'
                            || next >= 'A' && next <= 'Z'
                            || next >= '0' && next <= '9'
                            || "-_.~".indexOf(next) >= 0;
            if (isUnreserved) out.append((char) next);
            else out.append(String.format("%%%02X", next & 0xff));
        }
        return out.toString();
    }
}
