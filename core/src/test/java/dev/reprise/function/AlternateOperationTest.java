package dev.reprise.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlternateOperationTest {

  private final List<String> asked = new ArrayList<>();
  private final Retry retry =
      Retry.of(RetryPolicy.builder().maxAttempts(5).backoff(Backoff.none()).build());

  @Test
  void replace_the_operation_from_their_attempt_on() {
    assertThrows(
        IOException.class,
        () ->
            retry.callWith(
                AttemptOperation.of(() -> ask("primary"))
                    .fromAttempt(2, () -> ask("replica"))
                    .fromAttempt(4, () -> ask("archive"))));

    assertEquals(List.of("primary", "replica", "replica", "archive", "archive"), asked);
  }

  @Test
  void belong_to_the_same_call_in_report_and_attempts() {
    RetryResult<String> result =
        retry.executeWith(
            AttemptOperation.of(() -> ask("primary"))
                .fromAttemptWith(3, attempt -> "page " + attempt.number()));

    assertEquals("page 3", result.value());
    assertEquals(3, result.report().attempts());
  }

  @Test
  void work_for_stages_and_hedges() {
    CompletableFuture<String> future =
        retry.callAsyncWith(
            AttemptOperation.of(() -> askLater("primary"))
                .fromAttempt(2, () -> CompletableFuture.completedFuture("replica")));
    assertEquals("replica", future.join());

    RetryPolicy hedged =
        retry.policy().toBuilder()
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(Duration.ZERO))
            .build();
    CompletableFuture<String> first =
        retry
            .withPolicy(hedged)
            .callAsyncWith(
                AttemptOperation.of(() -> new CompletableFuture<String>())
                    .fromAttempt(2, () -> CompletableFuture.completedFuture("hedge")));
    assertEquals("hedge", first.join());
  }

  @Test
  void receive_their_attempt() {
    AttemptOperation<String, IOException> operation =
        AttemptOperation.ofWith(attempt -> ask("primary within " + attempt.timeLeft().isZero()));

    assertEquals(
        "2 after reset",
        retry
            .executeWith(
                operation.fromAttemptWith(
                    2,
                    attempt -> {
                      Throwable last = attempt.lastFailure();
                      return attempt.number() + " after " + (last == null ? "" : last.getMessage());
                    }))
            .value());
  }

  @Test
  void infer_their_exceptions_and_accept_a_common_named_one() throws IOException {
    AttemptOperation<String, RuntimeException> unchecked =
        AttemptOperation.of(() -> "primary").fromAttempt(2, () -> "replica");
    assertEquals("primary", retry.callWith(unchecked));

    String typed =
        retry.callWith(
            AttemptOperation.of(() -> page("primary")).fromAttempt(2, () -> page("replica")));
    assertEquals("primary", typed);

    String narrower =
        retry.callWith(AttemptOperation.of(() -> page("primary")).fromAttempt(2, () -> "replica"));
    assertEquals("primary", narrower);

    AttemptOperation<String, Exception> common =
        AttemptOperation.<String, Exception>of(() -> page("primary")).fromAttempt(2, this::timeOut);
    assertEquals("primary", retry.executeWith(common).value());
  }

  @Test
  void may_return_null_and_a_subtype() throws IOException {
    AttemptOperation<@Nullable Object, IOException> operation =
        AttemptOperation.<@Nullable Object, IOException>of(() -> ask("primary"))
            .fromAttempt(2, () -> null)
            .fromAttempt(3, () -> "text");

    assertEquals(null, retry.callWith(operation));
  }

  @Test
  void begin_at_the_second_attempt_or_later_in_ascending_order() {
    AttemptOperation<String, IOException> primary = AttemptOperation.of(() -> ask("primary"));
    AttemptOperation<String, IOException> three = primary.fromAttempt(3, () -> ask("replica"));

    assertEquals("fromAttempt must be at least 2, but was 1", refusal(primary, 1));
    assertEquals("fromAttempt must be at least 2, but was -7", refusal(primary, -7));
    assertEquals("fromAttempt must be at least 4, but was 3", refusal(three, 3));
    assertEquals("fromAttempt must be at least 4, but was 2", refusal(three, 2));
  }

  private String refusal(AttemptOperation<String, IOException> operation, int number) {
    return String.valueOf(
        assertThrows(
                IllegalArgumentException.class,
                () -> operation.fromAttempt(number, () -> ask("archive")))
            .getMessage());
  }

  private String ask(String server) throws IOException {
    asked.add(server);
    throw new IOException("reset");
  }

  private CompletionStage<String> askLater(String server) {
    asked.add(server);
    return CompletableFuture.failedFuture(new IOException("reset"));
  }

  private String page(String server) throws IOException {
    if (server.isEmpty()) {
      throw new IOException("no server");
    }
    return server;
  }

  private String timeOut() throws TimeoutException {
    throw new TimeoutException();
  }
}
