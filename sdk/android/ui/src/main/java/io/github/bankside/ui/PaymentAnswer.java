package io.github.bankside.ui;

import android.content.Intent;
import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import io.github.bankside.BanksideException;
import io.github.bankside.Payment;
import io.github.bankside.PaymentResult;

/** What {@link PaymentContract} gives back: a result, or the reason why there is none. */
public final class PaymentAnswer {
    private static final String LEFT = "io.github.bankside.left";
    private static final String ERROR = "io.github.bankside.error";
    private static final String ADDRESS = "io.github.bankside.address";
    private static final String SCHEME = "io.github.bankside.scheme";
    private static final String TRANSACTION = "io.github.bankside.transaction";

    private final PaymentResult result;
    private final BanksideException error;

    private PaymentAnswer(@Nullable PaymentResult result, @Nullable BanksideException error) {
        this.result = result;
        this.error = error;
    }

    /**
     * How the payment seems to have ended; {@code null} when the user left before the service responded.
     *
     * @throws BanksideException when it could not be started or shown, and {@code view_not_opened} when the system closed it,
     *     which proves nothing about the payment: ask your server
     */
    @Nullable
    public PaymentResult get() throws BanksideException {
        if (error != null) throw error;
        return result;
    }

    static Intent ended(Payment payment, @Nullable String address) {
        // Without the payment's address, which holds secrets.
        return new Intent()
                .putExtra(TRANSACTION, payment.getTransactionId())
                .putExtra(SCHEME, payment.getUrlScheme())
                .putExtra(ADDRESS, address);
    }

    static Intent left() {
        return new Intent().putExtra(LEFT, true);
    }

    static Intent failed(BanksideException error) {
        return new Intent().putExtra(ERROR, error);
    }

    static PaymentAnswer of(@Nullable Intent data) {
        if (data == null) return new PaymentAnswer(null, BanksideException.viewNotOpened(null));
        if (data.getBooleanExtra(LEFT, false)) return new PaymentAnswer(null, null);
        String transactionId = data.getStringExtra(TRANSACTION);
        if (transactionId == null) {
            return new PaymentAnswer(null, (BanksideException) data.getSerializableExtra(ERROR));
        }
        Payment payment = new Payment("", data.getStringExtra(SCHEME), transactionId);
        return new PaymentAnswer(payment.resultOf(data.getStringExtra(ADDRESS)), null);
    }
}
