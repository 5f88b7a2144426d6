package io.github.bankside;

import androidx.annotation.NonNull;
import androidx.annotation.Nullable;

/** Shows the payment's pages. The {@code ui} library has an activity that does. */
public interface PaymentView {
    /**
     * Opens the payment and waits. Returns the address the app was called back with, or {@code null} when the view was
     * closed, which proves nothing about the payment.
     *
     * @throws Exception when the pages can't be shown
     */
    @Nullable
    String open(@NonNull Payment payment) throws Exception;
}
