package android.content;

import android.content.pm.PackageManager;

public abstract class Context {
    public static final int MODE_PRIVATE = 0;

    public void startActivity(Intent intent) {}

    public PackageManager getPackageManager() {
        return null;
    }

    public String getPackageName() {
        return null;
    }

    public SharedPreferences getSharedPreferences(String name, int mode) {
        return null;
    }

    public final String getString(int id) {
        return null;
    }
}
