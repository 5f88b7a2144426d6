package android.content.pm;

import android.content.Intent;

public abstract class PackageManager {
    public Intent getLaunchIntentForPackage(String name) {
        return null;
    }
}
