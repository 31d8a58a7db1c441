package dev.reprise.testbed.http;

/** Decides what happens to each request of a path. Called by several threads at the same time. */
@FunctionalInterface
public interface Behaviour {
  /**
   * Chooses the step for a request whose headers have arrived.
   *
   * @param request the request, without its body
   * @param number 1 for the first request of this path, 2 for the next
   * @return what to do with it
   */
  Step next(ReceivedRequest request, int number);
}
