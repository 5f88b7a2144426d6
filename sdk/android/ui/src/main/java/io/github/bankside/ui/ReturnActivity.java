package io.github.bankside.ui;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import androidx.annotation.Nullable;

/** Takes the addresses of the app's scheme, and hands them to the payment that is shown. */
public final class ReturnActivity extends Activity {
    @Override
    protected void onCreate(@Nullable Bundle saved) {
        super.onCreate(saved);
        // Any app may start this activity: only the address goes on, and not that of an old start from the recent apps.
        boolean isOld = (getIntent().getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        PaymentActivity.handle(this, isOld ? null : getIntent().getData());
        finish();
    }
}
