package androidx.activity.result.contract;

import android.content.Context;
import android.content.Intent;

public abstract class ActivityResultContract<Input, Output> {
    public abstract Intent createIntent(Context context, Input input);

    public abstract Output parseResult(int resultCode, Intent data);
}
