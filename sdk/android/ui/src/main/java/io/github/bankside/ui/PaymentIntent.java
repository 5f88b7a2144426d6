package io.github.bankside.ui;

import android.content.Context;
import android.content.Intent;
import io.github.bankside.PaymentRequest;
import java.util.UUID;

/** The intent that starts {@link PaymentActivity}. */
final class PaymentIntent {
    private static final String BASE_URL = "io.github.bankside.baseUrl";
    private static final String IS_CUSTOM_TAB = "io.github.bankside.isCustomTab";
    private static final String REQUEST = "io.github.bankside.request";
    private static final String KEY = "io.github.bankside.key";

    private PaymentIntent() {}

    static Intent of(Context context, String baseUrl, boolean isCustomTab, PaymentRequest request) {
        return new Intent(context, PaymentActivity.class)
                .putExtra(BASE_URL, baseUrl)
                .putExtra(IS_CUSTOM_TAB, isCustomTab)
                .putExtra(REQUEST, request)
                // With the same key a second try after the end of the process gets the same transaction.
                .putExtra(KEY, UUID.randomUUID().toString());
    }

    static String baseUrl(Intent intent) {
        return intent.getStringExtra(BASE_URL);
    }

    static boolean isCustomTab(Intent intent) {
        return intent.getBooleanExtra(IS_CUSTOM_TAB, false);
    }

    static PaymentRequest request(Intent intent) {
        return (PaymentRequest) intent.getSerializableExtra(REQUEST);
    }

    static String key(Intent intent) {
        return intent.getStringExtra(KEY);
    }
}
