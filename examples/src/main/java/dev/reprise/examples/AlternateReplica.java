package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.function.AttemptOperation;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Later attempts that call a replica or request less, as in the guide. */
public final class AlternateReplica {

  private final Retry retry;
  private final Pages primary;
  private final Pages replica;
  private final Pages archive;

  /**
   * Calls a service that has a replica and an archive.
   *
   * @param retry made once for the three of them
   * @param primary the first choice
   * @param replica called by the second and third attempt
   * @param archive called by later attempts
   */
  public AlternateReplica(Retry retry, Pages primary, Pages replica, Pages archive) {
    this.retry = retry;
    this.primary = primary;
    this.replica = replica;
    this.archive = archive;
  }

  String fetch(String url) throws IOException {
    return retry.callWith(
        AttemptOperation.of(() -> primary.fetch(url))
            .fromAttempt(2, () -> replica.fetch(url))
            .fromAttempt(4, () -> archive.fetch(url)));
  }

  CompletableFuture<String> fetchAsync(String url) {
    return retry.callAsyncWith(
        AttemptOperation.of(() -> primary.fetchAsync(url))
            .fromAttempt(2, () -> replica.fetchAsync(url)));
  }

  String fetchLess(String url) throws IOException {
    return retry.callWith(
        AttemptOperation.ofWith(attempt -> primary.fetch(url, attempt.timeLeft()))
            .fromAttemptWith(2, attempt -> primary.fetch(url + "?brief", attempt.timeLeft())));
  }

  String fetchOrApologise(String url) throws IOException {
    return retry.callWithOrElse(
        AttemptOperation.of(() -> primary.fetch(url)).fromAttempt(2, () -> replica.fetch(url)),
        failed -> "Sorry: " + failed.stopReason());
  }
}
