package android.content;

import android.content.pm.PackageManager;

public abstract class Context {
    public void startActivity(Intent intent) {}

    public PackageManager getPackageManager() {
        return null;
    }

    public String getPackageName() {
        return null;
    }

    public final String getString(int id) {
        return null;
    }
}
