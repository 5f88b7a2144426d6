package android.content;

import android.net.Uri;
import java.io.Serializable;
import java.net.URISyntaxException;

public class Intent {
    public static final String ACTION_VIEW = "";
    public static final String CATEGORY_BROWSABLE = "";
    public static final int FLAG_ACTIVITY_CLEAR_TOP = 0;
    public static final int FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY = 0;
    public static final int FLAG_ACTIVITY_NEW_TASK = 0;
    public static final int FLAG_ACTIVITY_REQUIRE_NON_BROWSER = 0;
    public static final int FLAG_ACTIVITY_SINGLE_TOP = 0;
    public static final int URI_INTENT_SCHEME = 0;

    public Intent() {}

    public Intent(String action, Uri data) {}

    public Intent(Context context, Class<?> activity) {}

    public static Intent parseUri(String uri, int flags) throws URISyntaxException {
        return null;
    }

    public Intent addCategory(String category) {
        return this;
    }

    public Intent addFlags(int flags) {
        return this;
    }

    public int getFlags() {
        return 0;
    }

    public Intent setPackage(String name) {
        return this;
    }

    public String getPackage() {
        return null;
    }

    public String getDataString() {
        return null;
    }

    public Intent setFlags(int flags) {
        return this;
    }

    public Intent setComponent(ComponentName component) {
        return this;
    }

    public void setSelector(Intent selector) {}

    public Intent setData(Uri data) {
        return this;
    }

    public String getAction() {
        return null;
    }

    public Uri getData() {
        return null;
    }

    public Intent putExtra(String name, String value) {
        return this;
    }

    public Intent putExtra(String name, boolean value) {
        return this;
    }

    public Intent putExtra(String name, Serializable value) {
        return this;
    }

    public String getStringExtra(String name) {
        return null;
    }

    public boolean getBooleanExtra(String name, boolean otherwise) {
        return otherwise;
    }

    public Serializable getSerializableExtra(String name) {
        return null;
    }
}
