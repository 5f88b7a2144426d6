package io.github.bankside;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** Creates transactions with a JWT ({@code POST {baseUrl}/transactions}). */
final class Service {
    private static final Pattern BASE_URL = Pattern.compile("https?://[!-~&&[^?#@\\\\]]+");
    private static final int NETWORK_PAUSE_MS = 500;
    private static final int MAX_WAITS_FOR_FIRST = 3;
    /** A longer wait is the user's to decide on. */
    private static final int MAX_WAIT_SECONDS = 10;

    private final URL url;
    private final boolean isPlainHttp;
    private final Transport transport;
    private final Pause pause;

    /** @throws BanksideException {@code invalid_base_url} */
    Service(String baseUrl, Transport transport, Pause pause) throws BanksideException {
        if (baseUrl == null) throw invalidBaseUrl();
        String trimmed = baseUrl.replaceAll("/+$", "");
        if (!BASE_URL.matcher(trimmed).matches()) throw invalidBaseUrl();
        try {
            url = new URL(trimmed + "/transactions");
        } catch (MalformedURLException e) {
            throw invalidBaseUrl();
        }
        isPlainHttp = trimmed.startsWith("http:");
        this.transport = transport;
        this.pause = pause;
    }

    static String randomKey() {
        return UUID.randomUUID().toString();
    }

    /** @throws BanksideException the service's codes, {@code network}, {@code timeout}, {@code aborted}, … */
    Created create(long cents, PaymentRequest request, String key) throws BanksideException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("amount", cents);
        fields.put("currency", "EUR");
        fields.put("source", "sdk_integration");
        fields.putAll(request.fields);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", "application/json");
        headers.put("Authentication", "Bearer " + request.token);
        headers.put("Content-Type", "application/json");
        headers.put("Idempotency-Key", key);
        try {
            return sendUntilAnswered(headers, Json.write(fields)).created(isPlainHttp);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BanksideException(BanksideException.ABORTED, "The payment was aborted");
        } catch (SocketTimeoutException e) {
            throw new BanksideException(
                    BanksideException.TIMEOUT, "The payment service did not respond in time");
        } catch (IOException e) {
            throw new BanksideException(BanksideException.NETWORK, "The payment service can't be reached");
        }
    }

    /** Sends once more what got lost, and asks again while the service is still busy with the first request. */
    private Response sendUntilAnswered(Map<String, String> headers, String body)
            throws IOException, InterruptedException {
        boolean canRepeat = true;
        for (int waits = 0; ; ) {
            if (Thread.interrupted()) throw new InterruptedException();
            try {
                Response response = transport.post(url, headers, body);
                Integer asked = response.retryAfterSeconds();
                int seconds = asked == null ? 1 : asked;
                if (!response.isFirstRunning() || waits == MAX_WAITS_FOR_FIRST || seconds > MAX_WAIT_SECONDS) {
                    return response;
                }
                waits++;
                pause.sleep(seconds * 1_000L);
            } catch (SocketTimeoutException e) {
                throw e;
            } catch (IOException e) {
                if (!canRepeat) throw e;
                canRepeat = false;
                pause.sleep(NETWORK_PAUSE_MS);
            }
        }
    }

    private static BanksideException invalidBaseUrl() {
        return new BanksideException(
                BanksideException.INVALID_BASE_URL, "baseUrl must be an https address without a query");
    }

    /** Sends one request. */
    interface Transport {
        /**
         * @throws SocketTimeoutException without a response in time
         * @throws IOException without any other response
         */
        Response post(URL url, Map<String, String> headers, String body)
                throws IOException, InterruptedException;
    }

    /** Lets milliseconds pass. */
    interface Pause {
        void sleep(long milliseconds) throws InterruptedException;
    }

    /** A transaction, as far as an app needs to know it. */
    static final class Created {
        final String id;
        final String redirectUrl;

        Created(String id, String redirectUrl) {
            this.id = id;
            this.redirectUrl = redirectUrl;
        }
    }
}
