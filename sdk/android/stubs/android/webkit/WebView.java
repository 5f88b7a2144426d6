package android.webkit;

import android.content.Context;
import android.os.Bundle;
import android.view.ViewGroup;

public class WebView extends ViewGroup {
    public WebView(Context context) {
        super(context);
    }

    public WebSettings getSettings() {
        return null;
    }

    public void setWebChromeClient(WebChromeClient client) {}

    public void setDownloadListener(DownloadListener listener) {}

    public void setWebViewClient(WebViewClient client) {}

    public void loadUrl(String url) {}

    public void reload() {}

    public String getUrl() {
        return null;
    }

    public boolean canGoBack() {
        return false;
    }

    public void goBack() {}

    public WebBackForwardList saveState(Bundle state) {
        return null;
    }

    public WebBackForwardList restoreState(Bundle state) {
        return null;
    }

    public void destroy() {}
}
