package io.github.bankside;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A service that gives one reply after the other; it loses what comes then. */
final class FakeService implements Service.Transport {
    static final String BASE_URL = "https://pay.example/api";

    final List<Request> requests = new ArrayList<>();
    final List<Long> waits = new ArrayList<>();
    private final List<?> replies;

    FakeService(List<?> replies) {
        this.replies = replies;
    }

    static FakeService replying(int status, String body) {
        return new FakeService(List.of(Map.of("status", (long) status, "headers", Map.of(), "body", body)));
    }

    Bankside bankside(String baseUrl) throws BanksideException {
        return new Bankside(baseUrl == null ? BASE_URL : baseUrl, this, waits::add);
    }

    @Override
    public Response post(URL url, Map<String, String> headers, String body) throws IOException {
        requests.add(new Request(url.toString(), headers, body));
        Object reply = requests.size() <= replies.size() ? replies.get(requests.size() - 1) : "lost";
        if (reply.equals("lost")) throw new IOException("connection reset");
        if (reply.equals("silent")) throw new SocketTimeoutException();
        Map<?, ?> fields = (Map<?, ?>) reply;
        Map<?, ?> answered = (Map<?, ?>) fields.get("headers");
        return new Response(
                Math.toIntExact((Long) fields.get("status")),
                (String) fields.get("body"),
                (String) answered.get("Retry-After"),
                (String) answered.get("X-Request-Id"));
    }

    static final class Request {
        final String url;
        final Map<String, String> headers;
        final String body;

        Request(String url, Map<String, String> headers, String body) {
            this.url = url;
            this.headers = headers;
            this.body = body;
        }
    }
}
