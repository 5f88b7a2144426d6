package android.net;

public abstract class Uri {
    public static Uri parse(String text) {
        return null;
    }

    public abstract String getHost();
}
