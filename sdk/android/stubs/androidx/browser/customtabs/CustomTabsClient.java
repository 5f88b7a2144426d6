package androidx.browser.customtabs;

import android.content.Context;
import java.util.List;

public class CustomTabsClient {
    public static String getPackageName(Context context, List<String> packages) {
        return null;
    }
}
