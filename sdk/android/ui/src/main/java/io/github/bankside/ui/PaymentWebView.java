package io.github.bankside.ui;

import android.annotation.TargetApi;
import android.app.Activity;
import android.graphics.Bitmap;
import android.net.Uri;
import android.webkit.CookieManager;
import android.webkit.WebResourceError;
import android.webkit.WebResourceRequest;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import io.github.bankside.Payment;
import io.github.bankside.PaymentNavigation;

/** A web view that shows a payment. */
final class PaymentWebView {
    private PaymentWebView() {}

    /** What happens in it. */
    interface Listener {
        void onReturn(String address);

        void onShown();

        void onFailed();
    }

    static WebView create(Activity activity, Payment payment, Listener listener) {
        WebView view = new WebView(activity);
        WebSettings settings = view.getSettings();
        settings.setJavaScriptEnabled(true);
        settings.setDomStorageEnabled(true);
        settings.setAllowFileAccess(false);
        settings.setAllowContentAccess(false);
        settings.setMixedContentMode(WebSettings.MIXED_CONTENT_NEVER_ALLOW);
        // Otherwise a bank's link to a new window does nothing.
        settings.setSupportMultipleWindows(false);
        CookieManager.getInstance().setAcceptCookie(true);
        view.setWebViewClient(new Client(activity, payment, listener));
        return view;
    }

    private static final class Client extends WebViewClient {
        private final Activity activity;
        private final Payment payment;
        private final Listener listener;
        private boolean hasFailed;

        Client(Activity activity, Payment payment, Listener listener) {
            this.activity = activity;
            this.payment = payment;
            this.listener = listener;
        }

        // Android 6 asks with an address only.
        @Override
        @SuppressWarnings("deprecation")
        public boolean shouldOverrideUrlLoading(WebView view, String url) {
            return !isLoaded(view, url, true);
        }

        @Override
        @TargetApi(24)
        public boolean shouldOverrideUrlLoading(WebView view, WebResourceRequest request) {
            return !isLoaded(view, request.getUrl().toString(), request.isForMainFrame());
        }

        private boolean isLoaded(WebView view, String url, boolean isMainFrame) {
            switch (PaymentNavigation.decide(url, payment.getUrlScheme(), payment.getTransactionId(), isMainFrame)) {
                case LOAD:
                    return !isMainFrame || !isElsewhere(view, url) || !BankApps.openClaimed(activity, url);
                case RETURN:
                    listener.onReturn(url);
                    return false;
                case OPEN:
                    BankApps.open(activity, url);
                    return false;
                default:
                    if (isMainFrame && url.startsWith("intent:")) {
                        String fallback = BankApps.openIntent(activity, url);
                        if (fallback != null) view.loadUrl(fallback);
                    }
                    return false;
            }
        }

        @Override
        public void onPageCommitVisible(WebView view, String url) {
            if (!hasFailed) listener.onShown();
        }

        @Override
        public void onPageStarted(WebView view, String url, Bitmap favicon) {
            hasFailed = false;
        }

        @Override
        public void onReceivedError(WebView view, WebResourceRequest request, WebResourceError error) {
            if (!request.isForMainFrame()) return;
            hasFailed = true;
            listener.onFailed();
        }

        private static boolean isElsewhere(WebView view, String url) {
            String current = view.getUrl();
            if (current == null) return false;
            String host = Uri.parse(current).getHost();
            return host != null && !host.equals(Uri.parse(url).getHost());
        }
    }
}
