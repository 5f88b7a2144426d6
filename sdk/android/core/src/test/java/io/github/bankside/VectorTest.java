package io.github.bankside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** The examples in {@code sdk/vectors}, which the SDKs for JavaScript and iOS run too. */
class VectorTest {
    private static final String TOKEN = "h.p.s";
    private static final String TXN = "txn_01k9f3v8q2e6rbt5m7x4d0c1an";

    @TestFactory
    Stream<DynamicTest> amounts() throws IOException {
        return Vectors.test("amounts", vector -> {
            String amount = vector.text("amount");
            if (vector.has("error")) refuses(vector.text("error"), () -> Amount.parse(amount));
            else assertEquals(vector.fields.get("cents"), Amount.parse(amount));
        });
    }

    @TestFactory
    Stream<DynamicTest> arguments() throws IOException {
        return Vectors.test("arguments", vector -> {
            FakeService service = new FakeService(List.of());
            String token = argument(vector, "token");
            PaymentRequest request =
                    PaymentRequest.of("1", token == null ? TOKEN : token)
                            .withUrlScheme(argument(vector, "urlScheme"))
                            .withExternalId(argument(vector, "externalId"));
            String error = vector.has("error") ? vector.text("error") : "network";
            refuses(error, () -> service.bankside(argument(vector, "baseUrl")).createPayment(request));
            assertEquals(vector.has("error"), service.requests.isEmpty());
            if (vector.has("address")) {
                assertEquals(vector.text("address") + "/transactions", service.requests.get(0).url);
            }
            if (vector.has("scheme")) assertEquals(vector.text("scheme"), UrlScheme.own(vector.text("value")));
        });
    }

    @TestFactory
    Stream<DynamicTest> checkoutAddresses() throws IOException {
        return Vectors.test("checkout-addresses", vector -> assertEquals(
                vector.text("address"),
                CheckoutAddress.of(vector.text("redirectUrl"), vector.text("token"), vector.text("urlScheme"))));
    }

    @TestFactory
    Stream<DynamicTest> returnLinks() throws IOException {
        return Vectors.test("return-links", vector -> {
            String address = vector.text("address");
            String urlScheme = vector.text("urlScheme");
            String id = vector.text("transactionId");
            Vectors.Case expected = vector.object("outcome");
            Outcome outcome = Outcome.parse(address, urlScheme);
            assertEquals(expected.text("status"), outcome.getStatus().getValue());
            assertEquals(expected.text("transactionId"), outcome.getTransactionId());
            assertEquals(expected.text("externalId"), outcome.getExternalId());
            boolean isReturn = vector.is("isReturn");
            assertEquals(isReturn, Outcome.isReturn(address == null ? "" : address, urlScheme, id));
            if (id == null) return;
            String created = Json.write(Map.of("id", id, "redirectUrl", "https://pay.example/secure"));
            PaymentResult result =
                    FakeService.replying(201, created)
                            .bankside(null)
                            .initiatePayment("1", TOKEN, null, urlScheme, payment -> address);
            assertEquals(isReturn ? expected.text("status") : "unknown", result.getStatus().getValue());
            assertEquals(id, result.getTransactionId());
            assertEquals(isReturn ? expected.text("externalId") : null, result.getExternalId());
        });
    }

    @TestFactory
    Stream<DynamicTest> navigation() throws IOException {
        return Vectors.test("navigation", vector -> {
            boolean isMainFrame = !vector.has("isMainFrame") || vector.is("isMainFrame");
            PaymentNavigation decision = PaymentNavigation.decide(vector.text("url"), "myapp", TXN, isMainFrame);
            assertEquals(vector.text("decision"), decision.name().toLowerCase(Locale.ROOT));
        });
    }

    @TestFactory
    Stream<DynamicTest> exchanges() throws IOException {
        return Vectors.test("exchanges", vector -> {
            FakeService service = new FakeService(vector.list("replies"));
            List<String> opened = new ArrayList<>();
            String baseUrl = vector.text("baseUrl");
            Executable pay = () -> {
                PaymentResult result = service.bankside(baseUrl).initiatePayment(requestOf(vector), payment -> {
                    opened.add(payment.getAddress());
                    return null;
                });
                assertEquals(vector.object("transaction").text("id"), result.getTransactionId());
            };
            if (vector.has("error")) {
                compare(vector.object("error"), assertThrows(BanksideException.class, pay));
                assertEquals(List.of(), opened);
            } else {
                assertTrue(vector.has("transaction"));
                try {
                    pay.execute();
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
                assertEquals(List.of(vector.object("transaction").text("redirectUrl") + "&jwt=" + TOKEN), opened);
            }
            assertEquals(vector.list("waits"), service.waits);
            assertEquals(vector.number("requests"), service.requests.size());
            FakeService.Request first = service.requests.get(0);
            for (FakeService.Request request : service.requests) {
                assertEquals((baseUrl == null ? FakeService.BASE_URL : baseUrl) + "/transactions", request.url);
                assertEquals("Bearer " + TOKEN, request.headers.get("Authentication"));
                assertEquals("application/json", request.headers.get("Content-Type"));
                assertTrue(request.headers.get("Idempotency-Key").matches("[A-Za-z0-9_-]{32,64}"));
                assertEquals(first.headers, request.headers);
                assertEquals(first.body, request.body);
                if (vector.has("body")) assertEquals(vector.fields.get("body"), Json.parse(request.body));
            }
        });
    }

    private static PaymentRequest requestOf(Vectors.Case vector) throws BanksideException {
        Vectors.Case call = vector.object("call");
        if (call == null) return PaymentRequest.of("1", TOKEN);
        @SuppressWarnings("unchecked")
        Map<String, ?> metadata = (Map<String, ?>) call.fields.get("metadata");
        PaymentRequest request =
                PaymentRequest.of(call.text("amount"), TOKEN)
                        .withMetadata(metadata)
                        .withExternalId(call.text("externalId"));
        return call.has("details") ? withDetails(request, call.object("details")) : request;
    }

    private static PaymentRequest withDetails(PaymentRequest request, Vectors.Case details) {
        PaymentRequest all =
                request.withDescription(details.text("description"))
                        .withLocale(details.text("locale"))
                        .withExpiresAt(details.text("expiresAt"));
        if (!details.has("lines")) return all;
        for (Object each : details.list("lines")) {
            Vectors.Case line = new Vectors.Case(each);
            all = all.withLine(line.text("name"), line.number("quantity"), line.number("unitAmount"));
        }
        return all;
    }

    private static void compare(Vectors.Case expected, BanksideException error) {
        assertEquals(expected.text("code"), error.getCode());
        assertNotNull(error.getMessage());
        if (expected.has("message")) assertEquals(expected.text("message"), error.getMessage());
        if (expected.has("status")) assertEquals(expected.number("status"), error.getStatus());
        if (expected.has("requestId")) assertEquals(expected.text("requestId"), error.getRequestId());
        if (expected.has("retryAfterSeconds")) {
            assertEquals(expected.number("retryAfterSeconds"), error.getRetryAfterSeconds());
        }
        if (expected.has("errors")) {
            List<?> errors =
                    error.getErrors().stream()
                            .map(field -> Map.of("path", field.getPath(), "message", field.getMessage()))
                            .collect(Collectors.toList());
            assertEquals(expected.list("errors"), errors);
        }
    }

    private static String argument(Vectors.Case vector, String name) {
        return vector.text("argument").equals(name) ? vector.text("value") : null;
    }

    private static void refuses(String code, Executable call) {
        assertEquals(code, assertThrows(BanksideException.class, call).getCode());
    }
}
