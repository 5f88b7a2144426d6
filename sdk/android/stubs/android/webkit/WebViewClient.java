package android.webkit;

import android.graphics.Bitmap;
import android.os.Message;

public class WebViewClient {
    @Deprecated
    public boolean shouldOverrideUrlLoading(WebView view, String url) {
        return false;
    }

    public boolean shouldOverrideUrlLoading(WebView view, WebResourceRequest request) {
        return false;
    }

    public void onPageStarted(WebView view, String url, Bitmap favicon) {}

    public void onPageFinished(WebView view, String url) {}

    public boolean onRenderProcessGone(WebView view, RenderProcessGoneDetail detail) {
        return false;
    }

    public void onPageCommitVisible(WebView view, String url) {}

    public void onFormResubmission(WebView view, Message dontResend, Message resend) {}

    public void onReceivedError(WebView view, WebResourceRequest request, WebResourceError error) {}
}
