package androidx.browser.customtabs;

import android.content.Context;
import android.content.Intent;
import android.net.Uri;

public final class CustomTabsIntent {
    public final Intent intent = new Intent();

    public void launchUrl(Context context, Uri url) {}

    public static final class Builder {
        public CustomTabsIntent build() {
            return null;
        }
    }
}
