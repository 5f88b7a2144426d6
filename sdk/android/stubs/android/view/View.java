package android.view;

import android.content.Context;

public class View {
    public static final int ACCESSIBILITY_LIVE_REGION_POLITE = 1;
    public static final int GONE = 8;
    public static final int VISIBLE = 0;

    public View(Context context) {}

    public void setVisibility(int visibility) {}

    public void setFitsSystemWindows(boolean fits) {}

    public void setContentDescription(CharSequence text) {}

    public void setBackgroundResource(int id) {}

    public void setAccessibilityLiveRegion(int mode) {}

    public void setOnClickListener(OnClickListener listener) {}

    public boolean isAttachedToWindow() {
        return false;
    }

    public boolean postDelayed(Runnable action, long delayMs) {
        return true;
    }

    public interface OnClickListener {
        void onClick(View view);
    }
}
