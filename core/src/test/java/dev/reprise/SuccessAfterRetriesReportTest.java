package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The report of a call that succeeds after retries: the first attempt and the last four. */
class SuccessAfterRetriesReportTest {

  private static final Duration NO_WAIT = Duration.ZERO;
  private static final Duration SHORT_WAIT = Duration.ofNanos(1_000);

  private interface Shape extends BiFunction<Retry, Failing, RetryReport> {}

  /** Fails a number of times, with the number of the attempt in its message, then returns. */
  private static final class Failing {

    private final int failures;
    private int calls;

    Failing(int failures) {
      this.failures = failures;
    }

    String call() throws IOException {
      if (calls++ < failures) {
        throw new IOException("failure " + calls);
      }
      return "page";
    }

    CompletionStage<String> stage() {
      try {
        return CompletableFuture.completedFuture(call());
      } catch (IOException failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }
  }

  private static Shape shape(Shape shape) {
    return shape;
  }

  static Stream<Arguments> shapes() {
    return Stream.of(
            Arguments.of("execute", shape((retry, op) -> retry.execute(op::call).report())),
            Arguments.of(
                "executeWith",
                shape((retry, op) -> retry.executeWith(attempt -> op.call()).report())),
            Arguments.of(
                "attempt timeouts",
                shape(
                    (retry, op) ->
                        retry
                            .withPolicy(
                                retry.policy().toBuilder()
                                    .attemptTimeout(Duration.ofDays(1))
                                    .build())
                            .execute(op::call)
                            .report())),
            Arguments.of(
                "with a listener",
                shape((retry, op) -> retry.withListener(event -> {}).execute(op::call).report())),
            Arguments.of(
                "executeAsync",
                shape((retry, op) -> retry.executeAsync(op::stage).join().report())),
            Arguments.of(
                "executeAsyncWith",
                shape(
                    (retry, op) -> retry.executeAsyncWith(attempt -> op.stage()).join().report())),
            Arguments.of(
                "executeAsync on an executor",
                shape((retry, op) -> retry.executeAsync(op::call, Runnable::run).join().report())))
        .flatMap(
            arguments ->
                Stream.of(NO_WAIT, SHORT_WAIT)
                    .map(
                        wait ->
                            Arguments.of(
                                arguments.get()[0] + ", " + wait, arguments.get()[1], wait)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void names_the_first_attempt_and_the_last_four(String name, Shape shape, Duration wait) {
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(20)
                    .backoff(wait.isZero() ? Backoff.none() : Backoff.fixed(wait))
                    .build())
            .withBudget(RetryBudget.unlimited());
    for (int failures = 1; failures <= 7; failures++) {
      RetryReport report = shape.apply(retry, new Failing(failures));

      assertEquals(expected(failures), report.records().stream().map(this::line).toList());
      assertEquals(Math.max(0, failures - 4), report.omitted());
      for (String line : expected(failures)) {
        String outcome = line.substring(line.indexOf(' ') + 1);
        assertEquals(true, report.toString().contains(outcome), report.toString());
        assertEquals(true, report.toJson().contains(outcome), report.toJson());
      }
      assertFalse(report.omitted() == 0 && report.toString().contains("more"), report.toString());
    }
  }

  private static List<String> expected(int failures) {
    return IntStream.rangeClosed(1, failures + 1)
        .filter(number -> number == 1 || number > failures + 1 - 4)
        .mapToObj(
            number ->
                number + (number > failures ? " succeeded" : " IOException: failure " + number))
        .toList();
  }

  private String line(AttemptRecord record) {
    return record.number() + " " + record.outcome().replace("java.io.", "");
  }
}
