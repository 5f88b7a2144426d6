package android.app;

import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.window.OnBackInvokedDispatcher;

public class Activity extends Context {
    public static final int RESULT_CANCELED = 0;
    public static final int RESULT_OK = -1;

    protected void onCreate(Bundle saved) {}

    protected void onSaveInstanceState(Bundle state) {}

    protected void onNewIntent(Intent intent) {}

    protected void onPause() {}

    protected void onResume() {}

    protected void onDestroy() {}

    @Deprecated
    public void onBackPressed() {}

    public OnBackInvokedDispatcher getOnBackInvokedDispatcher() {
        return null;
    }

    public Intent getIntent() {
        return null;
    }

    public void setContentView(View view) {}

    public final void setResult(int code) {}

    public final void setResult(int code, Intent data) {}

    public void finish() {}

    public boolean isTaskRoot() {
        return false;
    }

    public void setRecentsScreenshotEnabled(boolean enabled) {}

    public boolean isFinishing() {
        return false;
    }

    public boolean isDestroyed() {
        return false;
    }

    public final void runOnUiThread(Runnable action) {}
}
