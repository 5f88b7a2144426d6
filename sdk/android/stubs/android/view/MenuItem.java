package android.view;

public interface MenuItem {
    int SHOW_AS_ACTION_ALWAYS = 2;

    MenuItem setIcon(int id);

    void setShowAsAction(int how);

    MenuItem setOnMenuItemClickListener(OnMenuItemClickListener listener);

    interface OnMenuItemClickListener {
        boolean onMenuItemClick(MenuItem item);
    }
}
