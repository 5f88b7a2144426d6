package io.github.bankside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Payments at a running Bankside. {@code npm run test:native} starts one, and a browser that is the payment's view. */
@EnabledIfEnvironmentVariable(named = "BANKSIDE_API", matches = ".+")
class RunningBanksideTest {
    private static final String API = System.getenv("BANKSIDE_API");
    private static final String SCHEME = System.getenv("BANKSIDE_SCHEME");
    private static final String VIEW = System.getenv("BANKSIDE_VIEW");

    @Test
    void anApprovedPaymentSucceeds() throws Exception {
        PaymentResult result = pay(id -> end(id, "approve"), "/returned");
        assertEquals(OutcomeStatus.SUCCEEDED, result.getStatus());
        reports("transaction.succeeded", result);
    }

    @Test
    void aCancelledPaymentIsCancelled() throws Exception {
        PaymentResult result = pay(id -> post("/transactions/" + id + "/cancel", Map.of()), "/returned");
        assertEquals(OutcomeStatus.CANCELLED, result.getStatus());
        reports("transaction.failed", result);
    }

    @Test
    void aPaymentThatIsDeclinedFiveTimesFails() throws Exception {
        PaymentResult result =
                pay(
                        id -> {
                            for (int i = 0; i < 5; i++) end(id, "decline");
                        },
                        "/returned");
        assertEquals(OutcomeStatus.FAILED, result.getStatus());
        reports("transaction.failed", result);
    }

    @Test
    void aPaymentThatTheBankWorksOnIsProcessing() throws Exception {
        PaymentResult result = pay(id -> end(id, "accept"), "/left");
        assertEquals(OutcomeStatus.PROCESSING, result.getStatus());
        assertEquals(List.of(), eventsOf(result.getTransactionId()));
    }

    @Test
    void aClosedViewIsUnknown() throws Exception {
        PaymentResult result =
                new Bankside(API).initiatePayment(PaymentRequest.of("0.01", token()), payment -> null);
        assertEquals(OutcomeStatus.UNKNOWN, result.getStatus());
        assertEquals("pending", get("/transactions/" + result.getTransactionId()).get("status"));
        assertEquals(List.of(), eventsOf(result.getTransactionId()));
    }

    @Test
    void theSameKeyIsOneTransaction() throws Exception {
        PaymentRequest request = PaymentRequest.of("1", token());
        String key = UUID.randomUUID().toString();
        Bankside bankside = new Bankside(API);
        assertEquals(
                bankside.createPayment(request, key).getTransactionId(),
                bankside.createPayment(request, key).getTransactionId());
    }

    @Test
    void whatTheServiceRefusesHasItsCode() throws Exception {
        BanksideException unauthorized = refused(PaymentRequest.of("1", "no.real.token"));
        assertEquals(BanksideException.UNAUTHORIZED, unauthorized.getCode());
        assertEquals(401, unauthorized.getStatus());
        assertNotNull(unauthorized.getRequestId());
        Map<String, ?> deep = Map.of("a", Map.of("b", Map.of("c", Map.of("d", Map.of("e", Map.of("f", 1))))));
        BanksideException invalid = refused(PaymentRequest.of("1", token()).withMetadata(deep));
        assertEquals("invalid_request", invalid.getCode());
        assertFalse(invalid.getErrors().isEmpty());
    }

    @Test
    void aTokenIsNotSentOn() throws Exception {
        Bankside moved = new Bankside(VIEW + "/moved");
        PaymentRequest request = PaymentRequest.of("1", token());
        BanksideException error = assertThrows(BanksideException.class, () -> moved.createPayment(request));
        assertEquals(BanksideException.UNEXPECTED_ANSWER, error.getCode());
    }

    /** Pays in the browser; {@code payer} does something about the transaction meanwhile, {@code end} is how the view ends. */
    private static PaymentResult pay(Payer payer, String end) throws Exception {
        String order = "order/" + UUID.randomUUID();
        PaymentRequest request =
                PaymentRequest.of("12.50", token())
                        .withMetadata(Map.of("cart", "c-7"))
                        .withUrlScheme(SCHEME)
                        .withExternalId(order);
        PaymentView view =
                payment -> {
                    String shown = Json.write(Map.of("address", payment.getAddress(), "scheme", SCHEME));
                    send(to(VIEW + "/open").POST(HttpRequest.BodyPublishers.ofString(shown)));
                    payer.act(payment.getTransactionId());
                    return send(to(VIEW + end));
                };
        PaymentResult result = new Bankside(API).initiatePayment(request, view);
        assertEquals(order, result.getExternalId());
        return result;
    }

    private static void end(String transactionId, String outcome) throws Exception {
        post("/test/transactions/" + transactionId + "/outcome", Map.of("outcome", outcome));
    }

    private static void reports(String type, PaymentResult result) throws Exception {
        List<Map<?, ?>> events = eventsOf(result.getTransactionId());
        assertEquals(List.of(type), events.stream().map(one -> one.get("type")).collect(Collectors.toList()));
        Map<?, ?> data = (Map<?, ?>) events.get(0).get("data");
        assertEquals(1250L, data.get("amount"));
        assertEquals(Map.of("cart", "c-7"), data.get("metadata"));
    }

    private interface Payer {
        void act(String transactionId) throws Exception;
    }

    private static BanksideException refused(PaymentRequest request) {
        return assertThrows(BanksideException.class, () -> new Bankside(API).createPayment(request));
    }

    private static String token() throws IOException, InterruptedException {
        return (String) post("/auth/verify-apikey", Map.of("email", "payer@mail.example")).get("token");
    }

    private static List<Map<?, ?>> eventsOf(String transactionId) throws IOException, InterruptedException {
        List<?> events = (List<?>) get("/events").get("data");
        return events.stream()
                .<Map<?, ?>>map(event -> (Map<?, ?>) event)
                .filter(event -> ((Map<?, ?>) event.get("data")).get("id").equals(transactionId))
                .collect(Collectors.toList());
    }

    private static Map<?, ?> get(String path) throws IOException, InterruptedException {
        return (Map<?, ?>) Json.parse(send(to(API + path)));
    }

    private static Map<?, ?> post(String path, Map<String, ?> body) throws IOException, InterruptedException {
        HttpRequest.Builder request = to(API + path).header("Content-Type", "application/json");
        return (Map<?, ?>) Json.parse(send(request.POST(HttpRequest.BodyPublishers.ofString(Json.write(body)))));
    }

    private static HttpRequest.Builder to(String url) {
        return HttpRequest.newBuilder(URI.create(url)).header("X-API-Key", System.getenv("BANKSIDE_KEY"));
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(2, response.statusCode() / 100, response.body());
        return response.body();
    }
}
