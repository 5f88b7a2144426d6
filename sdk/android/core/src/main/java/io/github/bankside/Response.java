package io.github.bankside;

import androidx.annotation.Nullable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What the service responded, as far as it is read. */
final class Response {
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_]{1,64}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");
    private static final Pattern PAGE = Pattern.compile("https://[!-~&&[^\\\\]]+");
    private static final Pattern PLAIN_PAGE = Pattern.compile("https?://[!-~&&[^\\\\]]+");

    private final int status;
    private final Map<?, ?> fields;
    @Nullable private final String retryAfter;
    @Nullable private final String requestId;

    Response(int status, String body, @Nullable String retryAfter, @Nullable String requestId) {
        this.status = status;
        this.fields = readObject(body);
        this.retryAfter = retryAfter;
        this.requestId = requestId;
    }

    /** When to try again, in seconds, if the response says so in seconds. */
    @Nullable
    Integer retryAfterSeconds() {
        return retryAfter != null && SECONDS.matcher(retryAfter).matches() ? Integer.valueOf(retryAfter) : null;
    }

    /** Whether the first request with the same key is still running. */
    boolean isFirstRunning() {
        return status == 409 && "idempotency_in_progress".equals(fields.get("code"));
    }

    /** @throws BanksideException the service's codes, or {@code unexpected_answer} */
    Service.Created created(boolean isPlainHttp) throws BanksideException {
        if (status != 200 && status != 201) throw problem();
        String id = text(fields, "id");
        String redirectUrl = text(fields, "redirectUrl");
        Pattern page = isPlainHttp ? PLAIN_PAGE : PAGE;
        if (id == null || redirectUrl == null) throw unexpected();
        if (!Outcome.isTransactionId(id) || !page.matcher(redirectUrl).matches()) throw unexpected();
        return new Service.Created(id, redirectUrl);
    }

    private BanksideException problem() {
        String code = text(fields, "code");
        if (code == null || !CODE.matcher(code).matches()) return unexpected();
        String title = text(fields, "title");
        String detail = text(fields, "detail");
        String message = title == null ? detail : detail == null ? title : title + ": " + detail;
        String ownId = text(fields, "requestId");
        return new BanksideException(
                code,
                message == null || message.isEmpty() ? code : message,
                status,
                ownId == null ? requestId : ownId,
                retryAfterSeconds(),
                null,
                fieldErrors());
    }

    private List<BanksideException.FieldError> fieldErrors() {
        List<BanksideException.FieldError> errors = new ArrayList<>();
        Object entries = fields.get("errors");
        for (Object entry : entries instanceof List ? (List<?>) entries : Collections.emptyList()) {
            if (!(entry instanceof Map)) continue;
            String path = text((Map<?, ?>) entry, "path");
            String message = text((Map<?, ?>) entry, "message");
            if (path != null && message != null) errors.add(new BanksideException.FieldError(path, message));
        }
        return errors;
    }

    private BanksideException unexpected() {
        return new BanksideException(
                BanksideException.UNEXPECTED_ANSWER,
                "The payment service returned an unreadable response (" + status + ")",
                status,
                requestId,
                retryAfterSeconds(),
                null,
                Collections.emptyList());
    }

    private static Map<?, ?> readObject(String body) {
        try {
            Object value = Json.parse(body);
            return value instanceof Map ? (Map<?, ?>) value : Collections.emptyMap();
        } catch (IllegalArgumentException e) {
            return Collections.emptyMap();
        }
    }

    @Nullable
    private static String text(Map<?, ?> fields, String name) {
        Object value = fields.get(name);
        return value instanceof String ? (String) value : null;
    }
}
