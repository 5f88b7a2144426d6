package android.os;

public final class Bundle {
    public boolean containsKey(String key) {
        return false;
    }

    public String getString(String key) {
        return null;
    }

    public void putString(String key, String value) {}

    public Bundle getBundle(String key) {
        return null;
    }

    public void putBundle(String key, Bundle value) {}

    public boolean getBoolean(String key) {
        return false;
    }

    public void putBoolean(String key, boolean value) {}
}
