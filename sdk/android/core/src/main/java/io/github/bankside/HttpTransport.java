package io.github.bankside;

import androidx.annotation.Nullable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends requests with the platform's own client, without caches and redirects. */
final class HttpTransport implements Service.Transport {
    private static final int MAX_BYTES = 1 << 20;

    private final int timeoutMs;

    HttpTransport(int timeoutMs) {
        this.timeoutMs = timeoutMs;
    }

    // The connection's own time-outs begin again with each byte, and it ignores interruptions.
    @Override
    public Response post(URL url, Map<String, String> headers, String body)
            throws IOException, InterruptedException {
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        FutureTask<Response> request = new FutureTask<>(() -> exchange(connection, headers, body));
        Thread thread = new Thread(request, "bankside-request");
        thread.setDaemon(true);
        thread.start();
        try {
            return request.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SocketTimeoutException();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException) throw (IOException) cause;
            throw new IOException(cause);
        } finally {
            if (!request.isDone()) connection.disconnect();
        }
    }

    private Response exchange(HttpURLConnection connection, Map<String, String> headers, String body)
            throws IOException {
        connection.setConnectTimeout(timeoutMs);
        connection.setReadTimeout(timeoutMs);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            connection.setRequestProperty(header.getKey(), header.getValue());
        }
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        String answer = read(status < 400 ? connection.getInputStream() : connection.getErrorStream());
        String retryAfter = connection.getHeaderField("Retry-After");
        return new Response(status, answer, retryAfter, connection.getHeaderField("X-Request-Id"));
    }

    private static String read(@Nullable InputStream in) throws IOException {
        if (in == null) return "";
        try (InputStream stream = in) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[8_192];
            for (int count; (count = stream.read(buffer)) >= 0; ) {
                bytes.write(buffer, 0, count);
                if (bytes.size() > MAX_BYTES) throw new IOException("the answer is too long");
            }
            return bytes.toString("UTF-8");
        }
    }
}
