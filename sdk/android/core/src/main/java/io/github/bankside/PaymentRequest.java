package io.github.bankside;

import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import java.io.Serializable;
import java.util.Map;

/** What is to be paid. Only amount and token are needed. */
public final class PaymentRequest implements Serializable {
    private static final long serialVersionUID = 1;

    final String amount;
    final String token;
    @Nullable final Serializable metadata;
    @Nullable final String urlScheme;
    @Nullable final String externalId;

    private PaymentRequest(
            String amount,
            String token,
            @Nullable Serializable metadata,
            @Nullable String urlScheme,
            @Nullable String externalId) {
        this.amount = amount;
        this.token = token;
        this.metadata = metadata;
        this.urlScheme = urlScheme;
        this.externalId = externalId;
    }

    /**
     * Creates a request.
     *
     * @param amount decimal string of euros, {@code "0.01"} to {@code "999999999.99"}, with a point and at most two
     *     decimals
     * @param token the JWT the app's server got for its API key
     */
    @NonNull
    public static PaymentRequest of(@NonNull String amount, @NonNull String token) {
        return new PaymentRequest(amount, token, null, null, null);
    }

    /**
     * The same request with metadata, which is stored with the transaction and sent with the webhook: strings, numbers,
     * booleans, {@code null}, lists and maps.
     *
     * @throws BanksideException {@code invalid_metadata}
     */
    @NonNull
    public PaymentRequest withMetadata(@Nullable Map<String, ?> metadata) throws BanksideException {
        return new PaymentRequest(amount, token, copyOf(metadata), urlScheme, externalId);
    }

    /**
     * The same request with the app's scheme ({@code myapp}), or an address under it ({@code myapp://paid}), in lower
     * case. Without it the user closes the view, and the result is {@link OutcomeStatus#UNKNOWN}.
     */
    @NonNull
    public PaymentRequest withUrlScheme(@Nullable String urlScheme) {
        return new PaymentRequest(amount, token, metadata, urlScheme, externalId);
    }

    /**
     * The same request with the app's id of the order, 1 to 128 printable characters. With the same one on every try the
     * order is paid once.
     */
    @NonNull
    public PaymentRequest withExternalId(@Nullable String externalId) {
        return new PaymentRequest(amount, token, metadata, urlScheme, externalId);
    }

    // A copy that no one changes later, and that an intent can hold.
    @Nullable
    private static Serializable copyOf(@Nullable Map<String, ?> metadata) throws BanksideException {
        try {
            return metadata == null ? null : (Serializable) Json.parse(Json.write(metadata));
        } catch (IllegalArgumentException e) {
            throw new BanksideException(
                    BanksideException.INVALID_METADATA, "metadata must be a map that JSON can hold");
        }
    }
}
