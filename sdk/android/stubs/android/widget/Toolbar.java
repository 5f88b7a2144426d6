package android.widget;

import android.content.Context;
import android.view.Menu;
import android.view.View;
import android.view.ViewGroup;

public class Toolbar extends ViewGroup {
    public Toolbar(Context context) {
        super(context);
    }

    public void setTitle(int id) {}

    public void setNavigationIcon(int id) {}

    public void setNavigationContentDescription(int id) {}

    public void setNavigationOnClickListener(View.OnClickListener listener) {}

    public Menu getMenu() {
        return null;
    }
}
