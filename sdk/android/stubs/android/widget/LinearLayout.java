package android.widget;

import android.content.Context;
import android.view.ViewGroup;

public class LinearLayout extends ViewGroup {
    public LinearLayout(Context context) {
        super(context);
    }

    public static final int VERTICAL = 1;

    public void setOrientation(int orientation) {}

    public void setGravity(int gravity) {}

    public static class LayoutParams extends ViewGroup.LayoutParams {
        public LayoutParams(int width, int height) {
            super(width, height);
        }
    }
}
