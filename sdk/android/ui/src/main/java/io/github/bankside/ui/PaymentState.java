package io.github.bankside.ui;

import android.os.Bundle;
import android.os.Parcel;
import android.webkit.WebView;
import androidx.annotation.Nullable;
import io.github.bankside.Payment;

/** What {@link PaymentActivity} needs after the system ended its process. */
final class PaymentState {
    private static final String ADDRESS = "address";
    private static final String SCHEME = "scheme";
    private static final String TRANSACTION = "transaction";
    private static final String PAGES = "pages";
    /** The system ends an app that saves about a megabyte. */
    private static final int MAX_PAGES_BYTES = 200_000;

    private PaymentState() {}

    static void save(Bundle state, Payment payment, @Nullable WebView webView) {
        state.putString(ADDRESS, payment.getAddress());
        state.putString(SCHEME, payment.getUrlScheme());
        state.putString(TRANSACTION, payment.getTransactionId());
        if (webView == null) return;
        Bundle pages = new Bundle();
        if (webView.saveState(pages) != null && sizeOf(pages) <= MAX_PAGES_BYTES) state.putBundle(PAGES, pages);
    }

    @Nullable
    static Payment payment(@Nullable Bundle state) {
        if (state == null || !state.containsKey(TRANSACTION)) return null;
        return new Payment(state.getString(ADDRESS), state.getString(SCHEME), state.getString(TRANSACTION));
    }

    @Nullable
    static Bundle pages(Bundle state) {
        return state.getBundle(PAGES);
    }

    private static int sizeOf(Bundle bundle) {
        Parcel parcel = Parcel.obtain();
        try {
            parcel.writeBundle(bundle);
            return parcel.dataSize();
        } finally {
            parcel.recycle();
        }
    }
}
