package androidx.activity.result;

public interface ActivityResultCallback<Output> {
    void onActivityResult(Output result);
}
