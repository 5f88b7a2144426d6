package android.os;

public final class Parcel {
    public static Parcel obtain() {
        return null;
    }

    public void writeBundle(Bundle bundle) {}

    public int dataSize() {
        return 0;
    }

    public void recycle() {}
}
