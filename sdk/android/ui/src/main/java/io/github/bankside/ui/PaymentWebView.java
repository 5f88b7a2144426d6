package io.github.bankside.ui;

import android.annotation.TargetApi;
import android.app.Activity;
import android.graphics.Bitmap;
import android.net.Uri;
import android.os.Message;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.WebChromeClient;
import android.webkit.WebResourceError;
import android.webkit.WebResourceRequest;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import io.github.bankside.Payment;
import io.github.bankside.PaymentNavigation;

/** A web view that shows a payment. */
final class PaymentWebView {
    /** From the end of a page's loading to its being drawn, at most. */
    private static final int MAX_DRAWING_MS = 1_500;

    private PaymentWebView() {}

    /** What happens in it. */
    interface Listener {
        void onReturn(String address);

        void onShown();

        void onFailed();

        /** The page cannot load again without sending its form twice. */
        void onFormRefused();

        /** The process of the pages has ended: the view shows nothing any more. */
        void onGone();
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
        // Without one a page's questions are answered with no.
        view.setWebChromeClient(new WebChromeClient());
        view.setDownloadListener((url, agent, disposition, type, length) -> openDownload(activity, url));
        view.setWebViewClient(new Client(activity, payment, listener));
        return view;
    }

    // Terms and receipts of banks.
    private static void openDownload(Activity activity, String url) {
        if (url.startsWith("https://")) BankApps.open(activity, url);
    }

    private static final class Client extends WebViewClient {
        private final Activity activity;
        private final Payment payment;
        private final Listener listener;
        private boolean hasFailed;
        private boolean hasShown;
        private int starts;

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
                    if (isMainFrame && url.startsWith("intent:")) openIntent(view, url);
                    return false;
            }
        }

        private void openIntent(WebView view, String url) {
            String next = BankApps.openIntent(activity, url, payment);
            if (next == null) return;
            if (next.startsWith("https://")) view.loadUrl(next);
            else listener.onReturn(next);
        }

        @Override
        public void onPageCommitVisible(WebView view, String url) {
            if (hasFailed) return;
            hasShown = true;
            listener.onShown();
        }

        // Also where another app took the address over, or the certificate is wrong, and nothing was loaded.
        @Override
        public void onPageFinished(WebView view, String url) {
            if (hasFailed) return;
            if (hasShown) {
                listener.onShown();
                return;
            }
            int start = starts;
            view.postDelayed(
                    () -> {
                        if (start == starts && !hasShown && !hasFailed && view.isAttachedToWindow()) listener.onFailed();
                    },
                    MAX_DRAWING_MS);
        }

        // Sending it again could order a payment twice.
        @Override
        public void onFormResubmission(WebView view, Message dontResend, Message resend) {
            dontResend.sendToTarget();
            listener.onFormRefused();
        }

        @Override
        @TargetApi(26)
        public boolean onRenderProcessGone(WebView view, RenderProcessGoneDetail detail) {
            listener.onGone();
            return true;
        }

        @Override
        public void onPageStarted(WebView view, String url, Bitmap favicon) {
            hasFailed = false;
            starts++;
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
