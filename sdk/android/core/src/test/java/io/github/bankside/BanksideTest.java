package io.github.bankside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What the vectors can't say: metadata of Java, interruption, views that fail, secrets, keys, the real client. */
class BanksideTest {
    private static final String CREATED = "{\"id\":\"txn_1\",\"redirectUrl\":\"https://pay.example/secure?token=t\"}";
    private static final String PLAIN = CREATED.replace("https:", "http:");
    private static final PaymentRequest REQUEST = PaymentRequest.of("1", "secret.secret.secret");

    @Test
    void metadataThatJsonCannotHoldIsRefused() {
        Map<String, Object> circle = new HashMap<>();
        circle.put("itself", circle);
        List<Map<String, ?>> wrong =
                List.of(circle, Map.of("a", Double.NaN), Map.of("a", new Object()), Map.of("a", Map.of(1, 2)));
        for (Map<String, ?> metadata : wrong) {
            BanksideException error =
                    assertThrows(BanksideException.class, () -> REQUEST.withMetadata(metadata));
            assertEquals("invalid_metadata", error.getCode());
        }
    }

    @Test
    void aRequestCanBeStoredAndKeepsItsMetadata() throws Exception {
        List<Object> list = new ArrayList<>(List.of(1, 2.5f, "x"));
        PaymentRequest request = REQUEST.withMetadata(Map.of("list", list)).withExternalId("order").withLine("Tea", 1, 100);
        list.clear();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(request);
        Object stored = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        FakeService service = FakeService.replying(201, CREATED);
        service.bankside(null).createPayment((PaymentRequest) stored);
        assertTrue(service.requests.get(0).body.contains("\"metadata\":{\"list\":[1,2.5,\"x\"]}"));
        assertTrue(service.requests.get(0).body.contains("\"externalId\":\"order\""));
        assertTrue(service.requests.get(0).body.contains("\"quantity\":1,\"unitAmount\":100}]"));
    }

    @Test
    void loneSurrogatesAreEscaped() {
        assertEquals("\"\\ud800x\\udc00\\ud83e\"", Json.write("\ud800x\udc00\ud83e"));
        assertEquals("\"\ud83e\uddfe\"", Json.write("\ud83e\uddfe"));
    }

    @Test
    void everyPaymentHasItsOwnKey() throws Exception {
        FakeService service = new FakeService(List.of());
        for (int i = 0; i < 2; i++) codeOf(service.bankside(null), REQUEST);
        assertEquals(4, service.requests.size());
        assertNotEquals(
                service.requests.get(0).headers.get("Idempotency-Key"),
                service.requests.get(2).headers.get("Idempotency-Key"));
    }

    @Test
    void noErrorHoldsTheToken() throws Exception {
        List<FakeService> services =
                List.of(
                        FakeService.replying(401, "{\"code\":\"unauthorized\",\"title\":\"No\"}"),
                        new FakeService(List.of()),
                        FakeService.replying(201, CREATED));
        for (FakeService service : services) {
            BanksideException error =
                    assertThrows(
                            BanksideException.class,
                            () -> service.bankside(null).initiatePayment(REQUEST, BanksideTest::fail));
            StringWriter text = new StringWriter();
            error.printStackTrace(new PrintWriter(text));
            assertFalse(text.toString().contains("secret"));
        }
    }

    @Test
    void aViewThatFailsNamesTheTransaction() throws Exception {
        Bankside bankside = FakeService.replying(201, CREATED).bankside(null);
        BanksideException error =
                assertThrows(
                        BanksideException.class, () -> bankside.initiatePayment(REQUEST, BanksideTest::fail));
        assertEquals("view_not_opened", error.getCode());
        assertEquals("txn_1", error.getTransactionId());
    }

    @Test
    void anInterruptedViewIsUnknown() throws Exception {
        Bankside bankside = FakeService.replying(201, CREATED).bankside(null);
        PaymentResult result =
                bankside.initiatePayment(
                        REQUEST,
                        payment -> {
                            throw new InterruptedException();
                        });
        assertEquals(OutcomeStatus.UNKNOWN, result.getStatus());
        assertTrue(Thread.interrupted());
    }

    @Test
    void anInterruptedThreadSendsNothing() throws Exception {
        FakeService service = FakeService.replying(201, CREATED);
        Thread.currentThread().interrupt();
        assertEquals("aborted", codeOf(service.bankside(null), REQUEST));
        assertTrue(Thread.interrupted());
        assertEquals(0, service.requests.size());
    }

    @Test
    void aThreadCanBeInterruptedWhileTheServiceIsSilent() throws Exception {
        try (Server server = new Server(null)) {
            AtomicReference<String> code = new AtomicReference<>();
            Bankside bankside = new Bankside(server.url());
            Thread payment = new Thread(() -> code.set(codeOf(bankside, REQUEST)));
            payment.start();
            server.awaitRequest();
            payment.interrupt();
            payment.join(30_000);
            assertEquals("aborted", code.get());
        }
    }

    @Test
    void aSilentServiceTimesOut() throws Exception {
        try (Server server = new Server(null)) {
            assertEquals("timeout", codeOf(new Bankside(server.url(), 50), REQUEST));
        }
    }

    @Test
    void aServiceThatGivesOneByteAfterTheOtherTimesOut() throws Exception {
        try (Server server = new Server("HTTP/1.1 201 Created\r\nContent-Length: 1000\r\n\r\n".getBytes(), true)) {
            assertEquals("timeout", codeOf(new Bankside(server.url(), 300), REQUEST));
        }
    }

    @Test
    void theRealClientSendsAndReads() throws Exception {
        try (Server server = Server.answering("201 Created", "", PLAIN)) {
            Payment payment = new Bankside(server.url()).createPayment(REQUEST.withExternalId("ö"));
            assertEquals("txn_1", payment.getTransactionId());
            assertTrue(server.awaitRequest().contains("Authentication: Bearer secret.secret.secret"));
        }
    }

    @Test
    void theRealClientReadsErrorsOfEveryStatus() throws Exception {
        for (String status : List.of("400 Bad", "401 Unauthorized", "404 Not Found", "500 Error")) {
            try (Server server = Server.answering(status, "Retry-After: 7\r\n", "{\"code\":\"some_code\"}")) {
                BanksideException error =
                        assertThrows(
                                BanksideException.class, () -> new Bankside(server.url()).createPayment(REQUEST));
                assertEquals("some_code", error.getCode());
                assertEquals(7, error.getRetryAfterSeconds());
            }
        }
    }

    @Test
    void theRealClientFollowsNoRedirect() throws Exception {
        try (Server target = Server.answering("201 Created", "", PLAIN);
                Server server = Server.answering("307 Moved", "Location: " + target.url() + "\r\n", "")) {
            assertEquals("unexpected_answer", codeOf(new Bankside(server.url()), REQUEST));
            assertEquals(List.of(), target.requests());
        }
    }

    @Test
    void randomAmountsAreReadAsWritten() throws BanksideException {
        Random random = new Random();
        for (int i = 0; i < 3_000; i++) {
            long cents = 1 + (long) (random.nextDouble() * 99_999_999_998L);
            assertEquals(cents, Amount.parse(String.format("%d.%02d", cents / 100, cents % 100)));
        }
    }

    private static String fail(Payment payment) throws Exception {
        throw new IOException("no view for " + payment.getTransactionId());
    }

    private static String codeOf(Bankside bankside, PaymentRequest request) {
        try {
            bankside.createPayment(request);
            return "none";
        } catch (BanksideException error) {
            return error.getCode();
        }
    }

    /** A server on this machine that gives the same bytes to each request, all at once or one after the other. */
    private static final class Server implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

        Server(byte[] answer) throws IOException {
            this(answer, false);
        }

        Server(byte[] answer, boolean isSlow) throws IOException {
            Thread thread = new Thread(() -> serve(answer, isSlow));
            thread.setDaemon(true);
            thread.start();
        }

        static Server answering(String status, String headers, String body) throws IOException {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            String head = "HTTP/1.1 " + status + "\r\n" + headers + "Connection: close\r\nContent-Length: ";
            return new Server((head + bytes.length + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
        }

        String url() {
            return "http://127.0.0.1:" + socket.getLocalPort();
        }

        List<String> requests() {
            return requests;
        }

        String awaitRequest() throws InterruptedException {
            while (requests.isEmpty()) Thread.sleep(5);
            return requests.get(0);
        }

        private void serve(byte[] answer, boolean isSlow) {
            List<Socket> open = new ArrayList<>();
            try {
                while (true) {
                    Socket client = socket.accept();
                    open.add(client);
                    byte[] buffer = new byte[8_192];
                    int length = client.getInputStream().read(buffer);
                    requests.add(new String(buffer, 0, Math.max(length, 0), StandardCharsets.UTF_8));
                    if (answer == null) continue;
                    client.getOutputStream().write(answer);
                    while (isSlow) {
                        client.getOutputStream().write('x');
                        Thread.sleep(20);
                    }
                    client.close();
                }
            } catch (IOException | InterruptedException e) {
                // The test is over.
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
