package androidx.activity.result;

public abstract class ActivityResultLauncher<Input> {
    public void launch(Input input) {}
}
