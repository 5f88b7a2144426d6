package io.github.bankside;

import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** What a web view does with an address while it shows a payment. */
public enum PaymentNavigation {
    /** Show it. */
    LOAD,
    /** It ends the payment. */
    RETURN,
    /** It belongs to another app, such as a bank's: open it outside. */
    OPEN,
    /** Do nothing. */
    BLOCK;

    // They reach into the app or past it: files, scripts, any component of any app.
    private static final Set<String> BLOCKED =
            new HashSet<>(
                    Arrays.asList(
                            "javascript", "data", "vbscript", "blob", "file", "filesystem", "content", "about",
                            "intent", "android-app", "view-source", "ws", "wss"));

    private static final Set<String> OWN_PAGES = new HashSet<>(Arrays.asList("blob", "data"));

    /**
     * Decides about {@code url}. Web pages load, the app's own scheme ends the payment it belongs to, other schemes are
     * bank apps; scripts, files and {@code intent:} go nowhere. A frame inside the page loads web pages and what the
     * page writes itself, and opens nothing.
     */
    @NonNull
    public static PaymentNavigation decide(
            @NonNull String url, @Nullable String urlScheme, @Nullable String transactionId, boolean isMainFrame) {
        String scheme = UrlScheme.of(url);
        if ("https".equals(scheme) || "http".equals(scheme) || url.equals("about:blank")) return LOAD;
        if (scheme == null) return BLOCK;
        // What a page writes into its own frames, such as a captcha. It can't leave the web view.
        if (!isMainFrame) return url.equals("about:srcdoc") || OWN_PAGES.contains(scheme) ? LOAD : BLOCK;
        if (urlScheme != null && scheme.equals(UrlScheme.own(urlScheme))) {
            return Outcome.isReturn(url, urlScheme, transactionId) ? RETURN : BLOCK;
        }
        return BLOCKED.contains(scheme) ? BLOCK : OPEN;
    }
}
