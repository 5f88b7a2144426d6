package io.github.bankside.ui;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.net.Uri;
import android.os.Build;
import androidx.annotation.Nullable;
import java.net.URISyntaxException;

/** Opens the addresses of bank apps. */
final class BankApps {
    private static final String FALLBACK = "browser_fallback_url";

    private BankApps() {}

    /** Opens an address of another app. Without one nothing happens: the bank's page stays. */
    static void open(Activity activity, String url) {
        start(activity, browsable(new Intent(Intent.ACTION_VIEW, Uri.parse(url))));
    }

    /** Opens a web address in the app that claims it. Before Android 11 there is no way to leave browsers out. */
    static boolean openClaimed(Activity activity, String url) {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.R) return false;
        Intent intent = browsable(new Intent(Intent.ACTION_VIEW, Uri.parse(url)));
        return start(activity, intent.addFlags(Intent.FLAG_ACTIVITY_REQUIRE_NON_BROWSER));
    }

    /**
     * Opens an {@code intent:} address as browsers do: it reaches only activities that are meant for links. Returns the
     * web address to load when no app answers.
     */
    @Nullable
    static String openIntent(Activity activity, String url) {
        Intent intent;
        try {
            intent = Intent.parseUri(url, Intent.URI_INTENT_SCHEME);
        } catch (URISyntaxException e) {
            return null;
        }
        String fallback = intent.getStringExtra(FALLBACK);
        // Otherwise a page could start any component of any app, this one's own included.
        intent.setComponent(null);
        intent.setSelector(null);
        intent.setFlags(0);
        if (!Intent.ACTION_VIEW.equals(intent.getAction()) || start(activity, browsable(intent))) return null;
        return fallback != null && fallback.startsWith("https://") ? fallback : null;
    }

    private static Intent browsable(Intent intent) {
        return intent.addCategory(Intent.CATEGORY_BROWSABLE).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    }

    private static boolean start(Activity activity, Intent intent) {
        try {
            activity.startActivity(intent);
            return true;
        } catch (ActivityNotFoundException | SecurityException e) {
            return false;
        }
    }
}
