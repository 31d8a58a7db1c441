package dev.reprise.testbed.http;

import dev.reprise.testbed.http.log.ReceivedRequest;

/**
 * Chooses the step for each request of a path. Several threads of the server call it at the same
 * time.
 *
 * <pre>{@code
 * server.script("/orders", (request, number) -> Step.reply(number < 3 ? 503 : 200));
 * }</pre>
 */
@FunctionalInterface
public interface Script {
  /**
   * Returns the step for a request whose headers have arrived.
   *
   * @param request the request, without its body
   * @param number 1 for the first request of this path, 2 for the next
   * @return the step
   */
  Step next(ReceivedRequest request, int number);
}
