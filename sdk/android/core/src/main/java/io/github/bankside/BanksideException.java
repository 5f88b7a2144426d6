package io.github.bankside;

import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A payment that could not be started or shown. Its code is the service's own, such as {@link #ALREADY_PAID}, or one of
 * the SDK. It never holds the token.
 */
public final class BanksideException extends Exception {
    private static final long serialVersionUID = 1;

    /** The amount is no decimal string from {@code "0.01"} to {@code "999999999.99"}. */
    public static final String INVALID_AMOUNT = "invalid_amount";
    /** The token is no JWT. */
    public static final String INVALID_TOKEN = "invalid_token";
    /** JSON can't hold the metadata. */
    public static final String INVALID_METADATA = "invalid_metadata";
    /** {@code externalId} is not a text of 1 to 128 printable characters. */
    public static final String INVALID_EXTERNAL_ID = "invalid_external_id";
    /** {@code urlScheme} is no scheme of an app. */
    public static final String INVALID_URL_SCHEME = "invalid_url_scheme";
    /** {@code baseUrl} is no address of an API. */
    public static final String INVALID_BASE_URL = "invalid_base_url";
    /** The service can't be reached. */
    public static final String NETWORK = "network";
    /** The service did not respond in time. */
    public static final String TIMEOUT = "timeout";
    /** The thread was interrupted before there was a transaction. */
    public static final String ABORTED = "aborted";
    /** The response can't be read. */
    public static final String UNEXPECTED_ANSWER = "unexpected_answer";
    /** The payment's pages could not be shown. */
    public static final String VIEW_NOT_OPENED = "view_not_opened";
    /** The token is expired, revoked or not one of the service: get a new one. */
    public static final String UNAUTHORIZED = "unauthorized";
    /** The token has reached its limit of transactions: get a new one. */
    public static final String TOO_MANY_TRANSACTIONS = "too_many_transactions";
    /** The order is paid: ask your server. */
    public static final String ALREADY_PAID = "already_paid";
    /** The bank is working on a payment of the same order. */
    public static final String TRANSACTION_IN_PROGRESS = "transaction_in_progress";

    private final String code;
    private final Integer status;
    private final String requestId;
    private final Integer retryAfterSeconds;
    private final String transactionId;
    private final ArrayList<FieldError> errors;

    BanksideException(String code, String message) {
        this(code, message, null, null, null, null, Collections.emptyList());
    }

    BanksideException(
            String code,
            String message,
            @Nullable Integer status,
            @Nullable String requestId,
            @Nullable Integer retryAfterSeconds,
            @Nullable String transactionId,
            List<FieldError> errors) {
        super(message);
        this.code = code;
        this.status = status;
        this.requestId = requestId;
        this.retryAfterSeconds = retryAfterSeconds;
        this.transactionId = transactionId;
        this.errors = new ArrayList<>(errors);
    }

    /** The payment's pages can't be shown; {@code null}: it is not known whether there is a transaction. */
    @NonNull
    public static BanksideException viewNotOpened(@Nullable String transactionId) {
        return new BanksideException(
                VIEW_NOT_OPENED,
                "The payment's pages could not be shown",
                null,
                null,
                null,
                transactionId,
                Collections.emptyList());
    }

    /** The stable code, for example {@code already_paid}. The service may send codes that have no constant here. */
    @NonNull
    public String getCode() {
        return code;
    }

    /** HTTP status of the response; {@code null} if there was none. */
    @Nullable
    public Integer getStatus() {
        return status;
    }

    /** The service's log knows the request by it. */
    @Nullable
    public String getRequestId() {
        return requestId;
    }

    /** When to try again, in seconds, if the service said so. */
    @Nullable
    public Integer getRetryAfterSeconds() {
        return retryAfterSeconds;
    }

    /** The transaction, if one had been created. */
    @Nullable
    public String getTransactionId() {
        return transactionId;
    }

    /** The fields the service refused; empty if it named none. */
    @NonNull
    public List<FieldError> getErrors() {
        return Collections.unmodifiableList(errors);
    }

    /** One field of a request that the service refused. */
    public static final class FieldError implements java.io.Serializable {
        private static final long serialVersionUID = 1;
        private final String path;
        private final String message;

        FieldError(String path, String message) {
            this.path = path;
            this.message = message;
        }

        /** Where the field is, for example {@code metadata.customer}. */
        @NonNull
        public String getPath() {
            return path;
        }

        /** What is wrong with it, in English. */
        @NonNull
        public String getMessage() {
            return message;
        }
    }
}
