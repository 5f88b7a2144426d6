package io.github.bankside.ui;

import android.app.Activity;
import android.view.Gravity;
import android.view.MenuItem;
import android.view.View;
import android.view.ViewGroup.LayoutParams;
import android.webkit.WebView;
import android.widget.Button;
import android.widget.FrameLayout;
import android.widget.LinearLayout;
import android.widget.ProgressBar;
import android.widget.TextView;
import android.widget.Toolbar;

/** The bar above the payment's pages, and what is shown while there is no page. */
final class PaymentScreen {
    final LinearLayout root;
    private final FrameLayout content;
    private final ProgressBar progress;
    private final LinearLayout failure;

    PaymentScreen(Activity activity, Runnable close, Runnable goBack, View.OnClickListener retry) {
        root = new LinearLayout(activity);
        root.setOrientation(LinearLayout.VERTICAL);
        root.setFitsSystemWindows(true);
        content = new FrameLayout(activity);
        progress = new ProgressBar(activity);
        progress.setContentDescription(activity.getString(R.string.bankside_loading));
        failure = failureOf(activity, retry);
        root.addView(barOf(activity, close, goBack), wide(LayoutParams.WRAP_CONTENT));
        root.addView(content, wide(LayoutParams.MATCH_PARENT));
        content.addView(progress, centred(LayoutParams.WRAP_CONTENT));
        content.addView(failure, centred(LayoutParams.MATCH_PARENT));
        showProgress();
    }

    void setPage(WebView page) {
        content.addView(page, 0, new FrameLayout.LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.MATCH_PARENT));
    }

    void removePage(WebView page) {
        content.removeView(page);
    }

    void showPage() {
        progress.setVisibility(View.GONE);
        failure.setVisibility(View.GONE);
    }

    void showProgress() {
        showPage();
        progress.setVisibility(View.VISIBLE);
    }

    void showFailure() {
        showPage();
        failure.setVisibility(View.VISIBLE);
    }

    private static Toolbar barOf(Activity activity, Runnable close, Runnable goBack) {
        Toolbar bar = new Toolbar(activity);
        bar.setTitle(R.string.bankside_payment);
        bar.setNavigationIcon(R.drawable.bankside_close);
        bar.setNavigationContentDescription(R.string.bankside_close);
        bar.setNavigationOnClickListener(view -> close.run());
        MenuItem back = bar.getMenu().add(R.string.bankside_back);
        back.setIcon(R.drawable.bankside_back).setShowAsAction(MenuItem.SHOW_AS_ACTION_ALWAYS);
        back.setOnMenuItemClickListener(
                item -> {
                    goBack.run();
                    return true;
                });
        return bar;
    }

    private static LinearLayout failureOf(Activity activity, View.OnClickListener retry) {
        LinearLayout failure = new LinearLayout(activity);
        failure.setOrientation(LinearLayout.VERTICAL);
        failure.setGravity(Gravity.CENTER);
        failure.setBackgroundResource(R.color.bankside_background);
        TextView message = new TextView(activity);
        message.setText(R.string.bankside_cannot_load);
        message.setGravity(Gravity.CENTER);
        message.setAccessibilityLiveRegion(View.ACCESSIBILITY_LIVE_REGION_POLITE);
        Button button = new Button(activity);
        button.setText(R.string.bankside_try_again);
        button.setOnClickListener(retry);
        LinearLayout.LayoutParams size =
                new LinearLayout.LayoutParams(LayoutParams.WRAP_CONTENT, LayoutParams.WRAP_CONTENT);
        failure.addView(message, size);
        failure.addView(button, size);
        return failure;
    }

    private static LinearLayout.LayoutParams wide(int height) {
        return new LinearLayout.LayoutParams(LayoutParams.MATCH_PARENT, height);
    }

    private static FrameLayout.LayoutParams centred(int size) {
        return new FrameLayout.LayoutParams(size, size, Gravity.CENTER);
    }
}
