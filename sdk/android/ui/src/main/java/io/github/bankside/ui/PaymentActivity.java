package io.github.bankside.ui;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.webkit.CookieManager;
import android.webkit.WebView;
import android.window.OnBackInvokedDispatcher;
import androidx.annotation.Nullable;
import androidx.browser.customtabs.CustomTabsClient;
import androidx.browser.customtabs.CustomTabsIntent;
import io.github.bankside.Bankside;
import io.github.bankside.BanksideException;
import io.github.bankside.Payment;
import io.github.bankside.PaymentRequest;
import java.lang.ref.WeakReference;
import java.util.Collections;

/** Creates a payment, shows its pages and gives back how it seems to have ended. {@link PaymentContract} starts it. */
public final class PaymentActivity extends Activity implements PaymentWebView.Listener {
    private static final String HAS_TAB = "hasTab";

    private static WeakReference<PaymentActivity> shown = new WeakReference<>(null);

    private PaymentScreen screen;
    @Nullable private Payment payment;
    @Nullable private WebView webView;
    @Nullable private Thread creation;
    private boolean isInFront;
    private boolean hasTab;
    private boolean hasLeft;

    /** Hands a link of the app's scheme to its payment; other links open the app while no payment is shown. */
    static void handle(Activity activity, @Nullable Uri link) {
        PaymentActivity live = shown.get();
        if (live != null && live.isFinishing()) live = null;
        Payment payment = live == null ? LastPayment.read(activity) : live.payment;
        if (isReturn(payment, link)) {
            Intent intent =
                    new Intent(activity, PaymentActivity.class)
                            .setData(link)
                            .addFlags(Intent.FLAG_ACTIVITY_CLEAR_TOP | Intent.FLAG_ACTIVITY_SINGLE_TOP);
            // From there, since it may be in another task.
            if (live != null) live.startActivity(intent);
            else activity.startActivity(intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
        } else if (live == null) {
            openApp(activity, link);
        }
    }

    @Override
    protected void onCreate(@Nullable Bundle saved) {
        super.onCreate(saved);
        if (PaymentIntent.request(getIntent()) == null) {
            // The link's payment has ended: the app has its result, if it is open.
            if (isTaskRoot()) openApp(this, getIntent().getData());
            finish();
            return;
        }
        screen = new PaymentScreen(this, () -> end(null), this::goBack, button -> retry());
        setContentView(screen.root);
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) {
            // A bank's page may stand there.
            setRecentsScreenshotEnabled(false);
            getOnBackInvokedDispatcher()
                    .registerOnBackInvokedCallback(OnBackInvokedDispatcher.PRIORITY_DEFAULT, this::goBackOrEnd);
        }
        payment = PaymentState.payment(saved);
        if (payment == null) {
            create();
            return;
        }
        hasTab = saved.getBoolean(HAS_TAB);
        hasLeft = hasTab;
        show(PaymentState.pages(saved));
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        if (payment == null) return;
        PaymentState.save(state, payment, webView);
        state.putBoolean(HAS_TAB, hasTab);
    }

    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(intent);
        if (isReturn(payment, intent.getData())) end(intent.getData().toString());
    }

    @Override
    protected void onPause() {
        super.onPause();
        isInFront = false;
        hasLeft = true;
        // The system may end the process while the bank's app is open.
        if (webView != null) CookieManager.getInstance().flush();
    }

    // Back from a browser's tab without a return link: the user has closed it.
    @Override
    protected void onResume() {
        super.onResume();
        isInFront = true;
        shown = new WeakReference<>(this);
        if (hasTab && hasLeft) end(null);
        else openTab();
    }

    @Override
    protected void onDestroy() {
        if (shown.get() == this) shown.clear();
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

    // A page that a form led to does not load again by itself.
    @Override
    public void onFormRefused() {
        if (!goBack()) webView.loadUrl(payment.getAddress());
    }

    // The payment's address opens again in the browser that opened it first.
    @Override
    public void onGone() {
        if (webView == null) return;
        screen.removePage(webView);
        webView.destroy();
        webView = null;
        showPages(null);
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
        LastPayment.save(this, created);
        show(null);
    }

    private void fail(BanksideException error) {
        if (isFinishing() || isDestroyed()) return;
        setResult(RESULT_OK, PaymentAnswer.failed(error));
        finish();
    }

    private void show(@Nullable Bundle pages) {
        if (pages == null && PaymentIntent.isCustomTab(getIntent())) openTab();
        else showPages(pages);
    }

    private void showPages(@Nullable Bundle pages) {
        try {
            webView = PaymentWebView.create(this, payment, this);
        } catch (RuntimeException e) {
            // The device has no web view, or is updating it.
            fail(BanksideException.viewNotOpened(payment.getTransactionId()));
            return;
        }
        screen.setPage(webView);
        screen.showProgress();
        // The address opens once: after the end of the process the pages are where the history has them.
        if (pages == null || webView.restoreState(pages) == null) webView.loadUrl(payment.getAddress());
    }

    // Android opens nothing for an app in the background.
    private void openTab() {
        boolean isWanted = PaymentIntent.isCustomTab(getIntent()) && webView == null && !hasTab;
        if (payment == null || !isWanted || !isInFront) return;
        // Only there: the address holds secrets, which no other app may get by claiming its host.
        String browser = CustomTabsClient.getPackageName(this, Collections.emptyList());
        hasTab = browser != null && launchTab(browser);
        hasLeft = false;
        if (!hasTab) showPages(null);
    }

    private boolean launchTab(String browser) {
        CustomTabsIntent tab = new CustomTabsIntent.Builder().build();
        tab.intent.setPackage(browser);
        try {
            tab.launchUrl(this, Uri.parse(payment.getAddress()));
            return true;
        } catch (ActivityNotFoundException | SecurityException e) {
            return false;
        }
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
        if (webView == null || payment == null) return;
        if (webView.getUrl() == null) webView.loadUrl(payment.getAddress());
        else webView.reload();
    }

    private void end(@Nullable String address) {
        if (isFinishing()) return;
        // Its return link may come later, and then belongs to the app.
        if (address == null) LastPayment.forget(this);
        setResult(RESULT_OK, payment == null ? PaymentAnswer.left() : PaymentAnswer.ended(payment, address));
        finish();
    }

    private static boolean isReturn(@Nullable Payment payment, @Nullable Uri link) {
        return payment != null && link != null && payment.isReturn(link.toString());
    }

    private static void openApp(Activity activity, @Nullable Uri link) {
        Intent app = activity.getPackageManager().getLaunchIntentForPackage(activity.getPackageName());
        if (app != null) activity.startActivity(link == null ? app : app.setData(link));
    }
}
