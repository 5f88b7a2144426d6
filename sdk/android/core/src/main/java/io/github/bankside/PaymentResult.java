package io.github.bankside;

import androidx.annotation.NonNull;
import androidx.annotation.Nullable;

/** How a payment seems to have ended. Only a hint: the webhook proves the outcome. */
public final class PaymentResult {
    private final OutcomeStatus status;
    private final String transactionId;
    private final String externalId;

    PaymentResult(OutcomeStatus status, String transactionId, @Nullable String externalId) {
        this.status = status;
        this.transactionId = transactionId;
        this.externalId = externalId;
    }

    /** How the payment seems to stand. */
    @NonNull
    public OutcomeStatus getStatus() {
        return status;
    }

    /** The transaction, to ask the merchant's server about. */
    @NonNull
    public String getTransactionId() {
        return transactionId;
    }

    /** The order, where the return link named it. */
    @Nullable
    public String getExternalId() {
        return externalId;
    }
}
