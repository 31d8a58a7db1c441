package dev.reprise.opensearch;

import java.io.IOException;

/**
 * Sends one bulk request by an HTTP client. {@link HttpClientTransport} does so by the client of
 * the JDK; any other client needs a lambda:
 *
 * <pre>{@code
 * BulkTransport transport =
 *     request -> {
 *       try (Response response = client.newCall(toCall(endpoint, request)).execute()) {
 *         return new BulkResponse(
 *             response.code(), response.headers().toMultimap(), response.body().bytes());
 *       }
 *     };
 * }</pre>
 *
 * <p>The transport sends a request once: the batch repeats it. Switch off retries of the client. A
 * client with retries of Reprise adds a report to its failures, and such a failure is not retried
 * again.
 *
 * <p>Called by several threads at the same time, one for each parallel request.
 */
@FunctionalInterface
public interface BulkTransport {

  /**
   * Sends a request, and reads the whole response.
   *
   * @param request the request
   * @return the response, with any status
   * @throws IOException if there is no response, also as the cause of an unchecked exception.
   *     Nothing was sent if it is a {@link java.net.ConnectException}, a {@link
   *     java.net.UnknownHostException} or a {@link java.net.http.HttpConnectTimeoutException}, or
   *     has one as a cause; after any other the effect of the request is unknown. An exception or
   *     error of another kind is a bug of the transport, not about an item: when the policy does
   *     not retry it, the run stops
   * @throws InterruptedException if this thread is interrupted
   */
  BulkResponse send(BulkRequest request) throws IOException, InterruptedException;
}
