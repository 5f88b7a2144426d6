package io.github.bankside;

import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What a return link reports about a payment. */
public final class Outcome {
    private static final int MAX_LENGTH = 2_048;
    private static final Pattern TRANSACTION_ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Outcome UNKNOWN = new Outcome(OutcomeStatus.UNKNOWN, null, null);

    private final OutcomeStatus status;
    private final String transactionId;
    private final String externalId;

    private Outcome(OutcomeStatus status, @Nullable String transactionId, @Nullable String externalId) {
        this.status = status;
        this.transactionId = transactionId;
        this.externalId = externalId;
    }

    /**
     * Reads the address an app was called back with, for example after the system ended the app meanwhile. It is a hint
     * for the screen and no proof: any app or page can open the same scheme. Whatever is odd is {@link
     * OutcomeStatus#UNKNOWN}.
     */
    @NonNull
    public static Outcome parse(@Nullable String address, @NonNull String urlScheme) {
        if (address == null || address.isEmpty() || address.length() > MAX_LENGTH) return UNKNOWN;
        if (!UrlScheme.own(urlScheme).equals(UrlScheme.of(address))) return UNKNOWN;
        Map<String, String> values = readQuery(address);
        OutcomeStatus status = OutcomeStatus.named(values.get("status"));
        String transactionId = values.get("transactionId");
        String externalId = values.get("externalId");
        if (status == null) return UNKNOWN;
        if (transactionId != null && !isTransactionId(transactionId)) return UNKNOWN;
        if (externalId != null && !ExternalId.isOne(externalId)) return UNKNOWN;
        return new Outcome(status, transactionId, externalId);
    }

    /**
     * Whether {@code address} calls back about this payment: its scheme is the app's, and it names the transaction.
     * Without a known {@code transactionId} any named one will do.
     */
    static boolean isReturn(String address, @Nullable String urlScheme, @Nullable String transactionId) {
        if (urlScheme == null) return false;
        String named = parse(address, urlScheme).transactionId;
        return named != null && (transactionId == null || named.equals(transactionId));
    }

    static boolean isTransactionId(String text) {
        return TRANSACTION_ID.matcher(text).matches();
    }

    /** How the payment seems to stand. */
    @NonNull
    public OutcomeStatus getStatus() {
        return status;
    }

    /** The transaction the link names. */
    @Nullable
    public String getTransactionId() {
        return transactionId;
    }

    /** The order the link names. */
    @Nullable
    public String getExternalId() {
        return externalId;
    }

    /** The parameters by name; none if one can't be decoded or occurs twice. */
    private static Map<String, String> readQuery(String address) {
        Map<String, String> values = new HashMap<>();
        String withoutFragment = address.split("#", 2)[0];
        int start = withoutFragment.indexOf('?');
        if (start < 0) return values;
        for (String pair : withoutFragment.substring(start + 1).split("&", -1)) {
            String[] parts = pair.split("=", 2);
            String name = decode(parts[0]);
            String value = parts.length == 2 ? decode(parts[1]) : "";
            if (name == null || value == null || values.put(name, value) != null) return new HashMap<>();
        }
        return values;
    }

    // `URLDecoder` replaces what it can't decode.
    @Nullable
    private static String decode(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            ByteBuffer bytes = ByteBuffer.allocate(encoded.remaining());
            while (encoded.hasRemaining()) {
                byte next = encoded.get();
                if (next == '%') {
                    if (encoded.remaining() < 2) return null;
                    int high = Hex.valueOf((char) (encoded.get() & 0xff));
                    int low = Hex.valueOf((char) (encoded.get() & 0xff));
                    if (high < 0 || low < 0) return null;
                    next = (byte) (high << 4 | low);
                } else if (next == '+') {
                    next = ' ';
                }
                bytes.put(next);
            }
            // Before Android 9 only the superclass has it in this form.
            ((Buffer) bytes).flip();
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
