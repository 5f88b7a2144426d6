package android.os;

public class Build {
    public static class VERSION {
        // Known on the device only.
        public static final int SDK_INT = Integer.parseInt("23");
    }

    public static class VERSION_CODES {
        public static final int R = 30;
        public static final int TIRAMISU = 33;
    }
}
