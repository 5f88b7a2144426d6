package io.github.bankside;

import androidx.annotation.NonNull;
import androidx.annotation.Nullable;

/** A payment that is to be shown. */
public final class Payment {
    private final String address;
    private final String urlScheme;
    private final String transactionId;

    /** Creates it again, for example after the system ended the process. */
    public Payment(@NonNull String address, @Nullable String urlScheme, @NonNull String transactionId) {
        this.address = address;
        this.urlScheme = urlScheme;
        this.transactionId = transactionId;
    }

    /** The address to open. It holds secrets: keep it out of logs. */
    @NonNull
    public String getAddress() {
        return address;
    }

    /** The app's scheme, or an address under it, to which the payment leads in the end. */
    @Nullable
    public String getUrlScheme() {
        return urlScheme;
    }

    /** The transaction that is paid. */
    @NonNull
    public String getTransactionId() {
        return transactionId;
    }

    /** Whether {@code address} is the return link of this payment. */
    public boolean isReturn(@NonNull String address) {
        return Outcome.isReturn(address, urlScheme, transactionId);
    }

    /** What an {@code address} the app was called back with reports about this payment; {@code null}: the view was closed. */
    @NonNull
    public PaymentResult resultOf(@Nullable String address) {
        // Any app can open the scheme: only a link that names this transaction is a hint about it.
        if (address == null || !isReturn(address)) {
            return new PaymentResult(OutcomeStatus.UNKNOWN, transactionId, null);
        }
        Outcome outcome = Outcome.parse(address, urlScheme);
        return new PaymentResult(outcome.getStatus(), transactionId, outcome.getExternalId());
    }
}
