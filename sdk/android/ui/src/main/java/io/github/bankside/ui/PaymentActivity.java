package io.github.bankside.ui;

import android.app.Activity;
import android.content.Intent;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.webkit.WebView;
import android.window.OnBackInvokedDispatcher;
import androidx.annotation.Nullable;
import androidx.browser.customtabs.CustomTabsIntent;
import io.github.bankside.Bankside;
import io.github.bankside.BanksideException;
import io.github.bankside.Payment;
import io.github.bankside.PaymentRequest;

/** Creates a payment, shows its pages and gives back how it seems to have ended. {@link PaymentContract} starts it. */
public final class PaymentActivity extends Activity implements PaymentWebView.Listener {
    private static final String ADDRESS = "address";
    private static final String SCHEME = "scheme";
    private static final String TRANSACTION = "transaction";
    private static final String HAS_TAB = "hasTab";

    private PaymentScreen screen;
    @Nullable private Payment payment;
    @Nullable private WebView webView;
    @Nullable private Thread creation;
    private boolean hasTab;
    private boolean hasLeft;

    @Override
    protected void onCreate(@Nullable Bundle saved) {
        super.onCreate(saved);
        if (PaymentIntent.request(getIntent()) == null) {
            openApp(getIntent().getData());
            return;
        }
        screen = new PaymentScreen(this, () -> end(null), this::goBack, button -> retry());
        setContentView(screen.root);
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) {
            getOnBackInvokedDispatcher()
                    .registerOnBackInvokedCallback(OnBackInvokedDispatcher.PRIORITY_DEFAULT, this::goBackOrEnd);
        }
        if (saved != null && saved.containsKey(TRANSACTION)) {
            payment = new Payment(saved.getString(ADDRESS), saved.getString(SCHEME), saved.getString(TRANSACTION));
            hasTab = saved.getBoolean(HAS_TAB);
            show(saved);
        } else {
            create();
        }
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        if (payment == null) return;
        state.putString(ADDRESS, payment.getAddress());
        state.putString(SCHEME, payment.getUrlScheme());
        state.putString(TRANSACTION, payment.getTransactionId());
        state.putBoolean(HAS_TAB, hasTab);
        if (webView != null) webView.saveState(state);
    }

    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(intent);
        Uri link = intent.getData();
        if (link != null && payment != null && payment.isReturn(link.toString())) end(link.toString());
    }

    @Override
    protected void onPause() {
        super.onPause();
        hasLeft = true;
    }

    // Back from a browser's tab without a return link: the user has closed it.
    @Override
    protected void onResume() {
        super.onResume();
        if (hasTab && hasLeft) end(null);
    }

    @Override
    protected void onDestroy() {
        if (creation != null) creation.interrupt();
        if (webView != null) webView.destroy();
        super.onDestroy();
    }

    // Before Android 13.
    @Override
    @SuppressWarnings("deprecation")
    public void onBackPressed() {
        goBackOrEnd();
    }

    @Override
    public void onReturn(String address) {
        end(address);
    }

    @Override
    public void onShown() {
        screen.showPage();
    }

    @Override
    public void onFailed() {
        screen.showFailure();
    }

    private void create() {
        PaymentRequest request = PaymentIntent.request(getIntent());
        String key = PaymentIntent.key(getIntent());
        String baseUrl = PaymentIntent.baseUrl(getIntent());
        screen.showProgress();
        creation =
                new Thread(
                        () -> {
                            try {
                                Payment created = new Bankside(baseUrl).createPayment(request, key);
                                runOnUiThread(() -> created(created));
                            } catch (BanksideException error) {
                                runOnUiThread(() -> fail(error));
                            }
                        },
                        "bankside-creation");
        creation.start();
    }

    private void created(Payment created) {
        if (isFinishing() || isDestroyed()) return;
        payment = created;
        show(null);
    }

    private void fail(BanksideException error) {
        if (isFinishing() || isDestroyed()) return;
        setResult(RESULT_OK, PaymentAnswer.failed(error));
        finish();
    }

    private void show(@Nullable Bundle saved) {
        if (PaymentIntent.isCustomTab(getIntent())) {
            if (hasTab) return;
            hasTab = true;
            hasLeft = false;
            new CustomTabsIntent.Builder().build().launchUrl(this, Uri.parse(payment.getAddress()));
            return;
        }
        webView = PaymentWebView.create(this, payment, this);
        screen.setPage(webView);
        screen.showProgress();
        // The address opens once: after the end of the process the pages are where the history has them.
        if (saved == null || webView.restoreState(saved) == null) webView.loadUrl(payment.getAddress());
    }

    private boolean goBack() {
        if (webView == null || !webView.canGoBack()) return false;
        webView.goBack();
        return true;
    }

    private void goBackOrEnd() {
        if (!goBack()) end(null);
    }

    private void retry() {
        screen.showProgress();
        if (webView != null) webView.reload();
    }

    private void end(@Nullable String address) {
        if (isFinishing()) return;
        if (payment == null) setResult(RESULT_CANCELED);
        else setResult(RESULT_OK, PaymentAnswer.ended(payment, address));
        finish();
    }

    // A return link arrived, and the payment it belongs to is not shown any more: the app's first screen takes it.
    private void openApp(@Nullable Uri link) {
        Intent app = getPackageManager().getLaunchIntentForPackage(getPackageName());
        if (app != null && link != null) startActivity(app.setData(link));
        finish();
    }
}
