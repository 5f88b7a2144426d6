package io.github.bankside.example;

import android.os.Bundle;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;
import androidx.activity.ComponentActivity;
import androidx.activity.result.ActivityResultLauncher;
import androidx.annotation.Nullable;
import io.github.bankside.BanksideException;
import io.github.bankside.PaymentRequest;
import io.github.bankside.PaymentResult;
import io.github.bankside.ui.PaymentAnswer;
import io.github.bankside.ui.PaymentContract;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;

/** A shop with one button. */
public final class ExampleActivity extends ComponentActivity {
    private static final String BANKSIDE = "https://pay.example/api";
    private static final String TOKEN = "https://shop.example/token";

    private final ActivityResultLauncher<PaymentRequest> payment =
            registerForActivityResult(new PaymentContract(BANKSIDE), this::show);
    private TextView message;

    @Override
    protected void onCreate(@Nullable Bundle saved) {
        super.onCreate(saved);
        LinearLayout root = new LinearLayout(this);
        root.setOrientation(LinearLayout.VERTICAL);
        root.setFitsSystemWindows(true);
        Button button = new Button(this);
        button.setText("Pay €12.50");
        button.setOnClickListener(view -> new Thread(this::pay).start());
        message = new TextView(this);
        LinearLayout.LayoutParams size =
                new LinearLayout.LayoutParams(
                        LinearLayout.LayoutParams.MATCH_PARENT, LinearLayout.LayoutParams.WRAP_CONTENT);
        root.addView(button, size);
        root.addView(message, size);
        setContentView(root);
    }

    private void pay() {
        try {
            PaymentRequest request =
                    PaymentRequest.of("12.50", fetchToken())
                            .withMetadata(Collections.singletonMap("cart", "c-7"))
                            .withUrlScheme("bankside-example")
                            // With the same id on every try the order is paid once.
                            .withExternalId("order-1042");
            runOnUiThread(() -> launch(request));
        } catch (IOException | BanksideException error) {
            runOnUiThread(() -> message.setText(error.getMessage()));
        }
    }

    private void launch(PaymentRequest request) {
        // The device may have been turned meanwhile.
        if (!isDestroyed()) payment.launch(request);
    }

    /** A hint for the screen: the shop's server learns the outcome by webhook. */
    private void show(PaymentAnswer answer) {
        try {
            PaymentResult result = answer.get();
            message.setText(result == null ? "Left" : result.getStatus() + ": " + result.getTransactionId());
        } catch (BanksideException error) {
            message.setText(error.getCode() + ": " + error.getMessage());
        }
    }

    /** A JWT from the shop's own server, which alone knows the API key and exchanges it. */
    private static String fetchToken() throws IOException {
        try (BufferedReader token =
                new BufferedReader(
                        new InputStreamReader(new URL(TOKEN).openStream(), StandardCharsets.UTF_8))) {
            return token.readLine();
        }
    }
}
