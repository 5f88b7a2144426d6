package androidx.activity;

import android.app.Activity;
import androidx.activity.result.ActivityResultCallback;
import androidx.activity.result.ActivityResultLauncher;
import androidx.activity.result.contract.ActivityResultContract;

public class ComponentActivity extends Activity {
    public final <Input, Output> ActivityResultLauncher<Input> registerForActivityResult(
            ActivityResultContract<Input, Output> contract, ActivityResultCallback<Output> callback) {
        return null;
    }
}
