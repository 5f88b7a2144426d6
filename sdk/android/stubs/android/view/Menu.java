package android.view;

public interface Menu {
    MenuItem add(int title);
}
