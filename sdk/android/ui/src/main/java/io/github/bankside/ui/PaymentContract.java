package io.github.bankside.ui;

import android.content.Context;
import android.content.Intent;
import androidx.activity.result.contract.ActivityResultContract;
import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import io.github.bankside.PaymentRequest;

/**
 * Lets the user pay a request: register it with {@code registerForActivityResult} and launch it with a {@link
 * PaymentRequest}. It needs {@code androidx.activity}, which apps with activities of AndroidX have.
 */
public final class PaymentContract extends ActivityResultContract<PaymentRequest, PaymentAnswer> {
    private final String baseUrl;
    private final boolean isCustomTab;

    /**
     * Shows payments in a web view of the app.
     *
     * @param baseUrl the address of the API, for example {@code https://pay.example/api}
     */
    public PaymentContract(@NonNull String baseUrl) {
        this(baseUrl, false);
    }

    private PaymentContract(String baseUrl, boolean isCustomTab) {
        this.baseUrl = baseUrl;
        this.isCustomTab = isCustomTab;
    }

    /**
     * Shows payments in a tab of the user's browser, which has its cookies and passwords. The request needs a scheme. Where no
     * browser has such tabs, payments are shown in the web view.
     */
    @NonNull
    public static PaymentContract withCustomTab(@NonNull String baseUrl) {
        return new PaymentContract(baseUrl, true);
    }

    @NonNull
    @Override
    public Intent createIntent(@NonNull Context context, @NonNull PaymentRequest request) {
        return PaymentIntent.of(context, baseUrl, isCustomTab, request);
    }

    @NonNull
    @Override
    public PaymentAnswer parseResult(int resultCode, @Nullable Intent data) {
        return PaymentAnswer.of(data);
    }
}
