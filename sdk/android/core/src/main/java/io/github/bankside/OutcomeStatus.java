package io.github.bankside;

import androidx.annotation.NonNull;
import androidx.annotation.Nullable;

/** How a payment seems to stand. A hint for the screen: the webhook is the proof. */
public enum OutcomeStatus {
    /** The bank has executed the payment. */
    SUCCEEDED("succeeded"),
    /** The payment has failed. */
    FAILED("failed"),
    /** The payer has cancelled. */
    CANCELLED("cancelled"),
    /** The bank has the order and has not decided yet. */
    PROCESSING("processing"),
    /** Only the merchant's server can find out. */
    UNKNOWN("unknown");

    private final String value;

    OutcomeStatus(String value) {
        this.value = value;
    }

    /** The status as the other SDKs write it, for example {@code succeeded}. */
    @NonNull
    public String getValue() {
        return value;
    }

    @Nullable
    static OutcomeStatus named(@Nullable String value) {
        for (OutcomeStatus status : values()) {
            if (status != UNKNOWN && status.value.equals(value)) return status;
        }
        return null;
    }
}
