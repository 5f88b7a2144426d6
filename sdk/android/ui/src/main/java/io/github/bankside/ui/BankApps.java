package io.github.bankside.ui;

import android.app.Activity;
import android.content.Intent;
import android.net.Uri;
import android.os.Build;
import androidx.annotation.Nullable;
import io.github.bankside.Payment;
import io.github.bankside.PaymentNavigation;
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
     * Opens an {@code intent:} address as browsers do: it reaches only activities of other apps that are meant for links.
     * Returns the address to go on with: the payment's return link, or the web address to load when no app answers.
     */
    @Nullable
    static String openIntent(Activity activity, String url, Payment payment) {
        Intent intent;
        try {
            intent = Intent.parseUri(url, Intent.URI_INTENT_SCHEME);
        } catch (URISyntaxException | RuntimeException e) {
            return null;
        }
        String data = intent.getDataString();
        boolean isOwn = activity.getPackageName().equals(intent.getPackage());
        if (data == null || isOwn || !Intent.ACTION_VIEW.equals(intent.getAction())) return null;
        // The address inside follows the same rules.
        switch (PaymentNavigation.decide(data, payment.getUrlScheme(), payment.getTransactionId(), true)) {
            case RETURN:
                return data;
            case BLOCK:
                return null;
            default:
                return start(activity, browsable(linkOf(intent))) ? null : fallbackOf(intent);
        }
    }

    // Otherwise a page could start any component of any app.
    private static Intent linkOf(Intent intent) {
        intent.setComponent(null);
        intent.setSelector(null);
        return intent.setFlags(0);
    }

    @Nullable
    private static String fallbackOf(Intent intent) {
        String fallback = intent.getStringExtra(FALLBACK);
        return fallback != null && fallback.startsWith("https://") ? fallback : null;
    }

    private static Intent browsable(Intent intent) {
        return intent.addCategory(Intent.CATEGORY_BROWSABLE).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    }

    // There is no such app, or it is not for us, or the address may not leave this one.
    private static boolean start(Activity activity, Intent intent) {
        try {
            activity.startActivity(intent);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
