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
        // Any app may start this activity: only the address goes on, nothing else of the intent.
        Intent payment = new Intent(this, PaymentActivity.class).setData(getIntent().getData());
        startActivity(
                payment.addFlags(
                        Intent.FLAG_ACTIVITY_NEW_TASK
                                | Intent.FLAG_ACTIVITY_CLEAR_TOP
                                | Intent.FLAG_ACTIVITY_SINGLE_TOP));
        finish();
    }
}
