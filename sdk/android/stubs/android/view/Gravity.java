package android.view;

public class Gravity {
    public static final int CENTER = 17;
}
