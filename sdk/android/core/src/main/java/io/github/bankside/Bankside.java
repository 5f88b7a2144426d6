package io.github.bankside;

import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import java.util.Map;
import java.util.regex.Pattern;

/** Lets users of an app pay by bank. Its methods block: call them on a background thread, and interrupt it to give up. */
public final class Bankside {
    private static final int TIMEOUT_MS = 20_000;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_.~+/-]+=*");

    private final Service service;

    /**
     * Creates the SDK object for one deployment.
     *
     * @param baseUrl the address of its API, for example {@code https://pay.example/api}
     * @throws BanksideException {@code invalid_base_url}
     */
    public Bankside(@NonNull String baseUrl) throws BanksideException {
        this(baseUrl, TIMEOUT_MS);
    }

    /**
     * Creates the SDK object for one deployment.
     *
     * @param timeoutMs how long one request may take
     * @throws BanksideException {@code invalid_base_url}
     */
    public Bankside(@NonNull String baseUrl, int timeoutMs) throws BanksideException {
        this(baseUrl, new HttpTransport(timeoutMs), Thread::sleep);
    }

    Bankside(String baseUrl, Service.Transport transport, Service.Pause pause) throws BanksideException {
        service = new Service(baseUrl, transport, pause);
    }

    /**
     * Creates a transaction, lets the user pay it in a view, and returns how it seems to have ended. A closed view is
     * {@link OutcomeStatus#UNKNOWN}, never {@link OutcomeStatus#CANCELLED}: the bank may still be working on the payment.
     *
     * @param amount decimal string of euros, {@code "0.01"} to {@code "999999999.99"}, with a point and at most two
     *     decimals
     * @param token the JWT the app's server got for its API key
     * @param metadata stored with the transaction and sent with the webhook
     * @param urlScheme the app's scheme ({@code myapp}), or an address under it ({@code myapp://paid}), in lower case
     * @param view shows the payment
     * @throws BanksideException with the service's code or the SDK's
     */
    @NonNull
    public PaymentResult initiatePayment(
            @NonNull String amount,
            @NonNull String token,
            @Nullable Map<String, ?> metadata,
            @Nullable String urlScheme,
            @NonNull PaymentView view)
            throws BanksideException {
        return initiatePayment(
                PaymentRequest.of(amount, token).withMetadata(metadata).withUrlScheme(urlScheme), view);
    }

    /**
     * Does the same for a request that may also name the order.
     *
     * @throws BanksideException with the service's code or the SDK's
     */
    @NonNull
    public PaymentResult initiatePayment(@NonNull PaymentRequest request, @NonNull PaymentView view)
            throws BanksideException {
        Payment payment = createPayment(request);
        try {
            return payment.resultOf(view.open(payment));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return payment.resultOf(null);
        } catch (Exception e) {
            throw BanksideException.viewNotOpened(payment.getTransactionId());
        }
    }

    /**
     * Creates a transaction for an app that shows the payment by itself.
     *
     * @throws BanksideException with the service's code or the SDK's
     */
    @NonNull
    public Payment createPayment(@NonNull PaymentRequest request) throws BanksideException {
        return createPayment(request, Service.randomKey());
    }

    /**
     * Creates a transaction, or gets the one that was created with the same key: for an app that may be ended by the
     * system before it has the answer.
     *
     * @param idempotencyKey random and unique, 32 to 64 characters
     * @throws BanksideException with the service's code or the SDK's
     */
    @NonNull
    public Payment createPayment(@NonNull PaymentRequest request, @NonNull String idempotencyKey)
            throws BanksideException {
        long cents = Amount.parse(request.amount);
        if (request.token == null || !TOKEN.matcher(request.token).matches()) {
            throw new BanksideException(
                    BanksideException.INVALID_TOKEN, "token must be the JWT your server got for its API key");
        }
        if (request.urlScheme != null) UrlScheme.check(request.urlScheme);
        String externalId = (String) request.fields.get("externalId");
        if (externalId != null) ExternalId.check(externalId);
        Service.Created created = service.create(cents, request, idempotencyKey);
        String address = CheckoutAddress.of(created.redirectUrl, request.token, request.urlScheme);
        return new Payment(address, request.urlScheme, created.id);
    }
}
