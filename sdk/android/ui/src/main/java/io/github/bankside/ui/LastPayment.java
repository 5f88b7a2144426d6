package io.github.bankside.ui;

import android.content.Context;
import android.content.SharedPreferences;
import androidx.annotation.Nullable;
import io.github.bankside.Payment;

/**
 * The payment shown last, without its address, unless the user left it. It outlives the process, so that its return link is known
 * later.
 */
final class LastPayment {
    private static final String FILE = "io.github.bankside";
    private static final String SCHEME = "scheme";
    private static final String TRANSACTION = "transaction";

    private LastPayment() {}

    static void save(Context context, Payment payment) {
        file(context)
                .edit()
                .putString(SCHEME, payment.getUrlScheme())
                .putString(TRANSACTION, payment.getTransactionId())
                .apply();
    }

    static void forget(Context context) {
        file(context).edit().clear().apply();
    }

    @Nullable
    static Payment read(Context context) {
        String transactionId = file(context).getString(TRANSACTION, null);
        if (transactionId == null) return null;
        return new Payment("", file(context).getString(SCHEME, null), transactionId);
    }

    private static SharedPreferences file(Context context) {
        return context.getSharedPreferences(FILE, Context.MODE_PRIVATE);
    }
}
