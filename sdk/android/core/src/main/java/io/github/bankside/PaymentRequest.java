package io.github.bankside;

import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is to be paid. Only amount and token are needed. */
public final class PaymentRequest implements Serializable {
    private static final long serialVersionUID = 2;

    final String amount;
    final String token;
    @Nullable final String urlScheme;
    /** Of the transaction, by name. */
    final LinkedHashMap<String, Serializable> fields;

    private PaymentRequest(
            String amount, String token, @Nullable String urlScheme, LinkedHashMap<String, Serializable> fields) {
        this.amount = amount;
        this.token = token;
        this.urlScheme = urlScheme;
        this.fields = fields;
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
        return new PaymentRequest(amount, token, null, new LinkedHashMap<>());
    }

    /**
     * The same request with metadata, which is stored with the transaction and sent with the webhook: strings, numbers,
     * booleans, {@code null}, lists and maps.
     *
     * @throws BanksideException {@code invalid_metadata}
     */
    @NonNull
    public PaymentRequest withMetadata(@Nullable Map<String, ?> metadata) throws BanksideException {
        return with("metadata", copyOf(metadata));
    }

    /**
     * The same request with the app's scheme ({@code myapp}), or an address under it ({@code myapp://paid}), in lower
     * case. Without it the user closes the view, and the result is {@link OutcomeStatus#UNKNOWN}.
     */
    @NonNull
    public PaymentRequest withUrlScheme(@Nullable String urlScheme) {
        return new PaymentRequest(amount, token, urlScheme, fields);
    }

    /**
     * The same request with the app's id of the order, 1 to 128 printable characters. With the same one on every try the
     * order is paid once.
     */
    @NonNull
    public PaymentRequest withExternalId(@Nullable String externalId) {
        return with("externalId", externalId);
    }

    /** The same request with what is paid, at most 140 printable characters. The payer sees it. */
    @NonNull
    public PaymentRequest withDescription(@Nullable String description) {
        return with("description", description);
    }

    /**
     * The same request with one more kind of item. The sum of {@code quantity} × {@code unitAmount} of all lines must be
     * the amount in cents.
     *
     * @param unitAmount the price of one in cents, negative for a discount
     */
    @NonNull
    public PaymentRequest withLine(@NonNull String name, int quantity, long unitAmount) {
        LinkedHashMap<String, Serializable> line = new LinkedHashMap<>();
        line.put("name", name);
        line.put("quantity", quantity);
        line.put("unitAmount", unitAmount);
        ArrayList<Object> lines = new ArrayList<>();
        if (fields.get("lines") instanceof List) lines.addAll((List<?>) fields.get("lines"));
        lines.add(line);
        return with("lines", lines);
    }

    /** The same request with the language of the pages, such as {@code de}. Default: that of the payer's browser. */
    @NonNull
    public PaymentRequest withLocale(@Nullable String locale) {
        return with("locale", locale);
    }

    /**
     * The same request with an ISO 8601 time, 1 minute to 31 days ahead, until which the order can be paid. A repeated
     * request must have the same.
     */
    @NonNull
    public PaymentRequest withExpiresAt(@Nullable String expiresAt) {
        return with("expiresAt", expiresAt);
    }

    private PaymentRequest with(String name, @Nullable Serializable value) {
        LinkedHashMap<String, Serializable> changed = new LinkedHashMap<>(fields);
        if (value == null) changed.remove(name);
        else changed.put(name, value);
        return new PaymentRequest(amount, token, urlScheme, changed);
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
