package dev.reprise.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Verdict;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The suppressed exceptions of a failure never contain the failure itself. */
class SuppressionsTest {

  private final IOException failure = new IOException("reset");

  private static Arguments part(String name, UnaryOperator<RetryPolicyBuilder> policy) {
    return Arguments.of(name, policy);
  }

  private static RuntimeException wrapping(Throwable failure) {
    return new IllegalStateException("a bug", failure);
  }

  static Stream<Arguments> partsThatWrapTheFailure() {
    return Stream.of(
        part(
            "retryIf",
            policy ->
                policy.retryIf(
                    "bug",
                    failure -> {
                      throw wrapping(failure);
                    })),
        part(
            "abortIf",
            policy ->
                policy.abortIf(
                    "bug",
                    failure -> {
                      throw wrapping(failure);
                    })),
        part(
            "classifyWith",
            policy ->
                policy.classifyWith(
                    "bug",
                    outcome -> {
                      Throwable failure = outcome.failureOrNull();
                      if (failure != null) {
                        throw wrapping(failure);
                      }
                      return Verdict.pass();
                    })),
        part(
            "hintFrom",
            policy ->
                policy.hintFrom(
                    "bug",
                    IOException.class,
                    failure -> {
                      throw wrapping(failure);
                    })),
        part(
            "a cause of a cause",
            policy ->
                policy.retryIf(
                    "bug",
                    failure -> {
                      throw wrapping(new CompletionException(failure));
                    })),
        part(
            "suppressed in the bug",
            policy ->
                policy.retryIf(
                    "bug",
                    failure -> {
                      RuntimeException bug = new IllegalStateException("a bug");
                      bug.addSuppressed(failure);
                      throw bug;
                    })));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("partsThatWrapTheFailure")
  void a_bug_that_wraps_the_failure_creates_no_cycle(
      String name, UnaryOperator<RetryPolicyBuilder> part) {
    Retry retry = Retry.of(part.apply(RetryPolicy.builder().backoff(Backoff.none())).build());

    for (int call = 0; call < 3; call++) {
      assertSame(failure, assertThrows(IOException.class, () -> retry.call(this::fail)));
      assertSame(failure, retry.execute(this::fail).failure());
    }

    assertEndsEverywhere(failure);
    assertEquals(1, naming(failure, "IllegalStateException: a bug").size());
    StackTraceElement thrower = naming(failure, "a bug").get(0).getStackTrace()[0];
    assertEquals(SuppressionsTest.class.getName(), thrower.getClassName());
  }

  @Test
  void a_fallback_that_wraps_the_failure_creates_no_cycle() {
    Retry retry = Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build());

    IllegalStateException own =
        assertThrows(
            IllegalStateException.class,
            () ->
                retry.callOrElse(
                    this::fail,
                    failed -> {
                      throw wrapping(failed.failure());
                    }));

    assertEndsEverywhere(own);
  }

  @Test
  void a_failure_whose_cause_is_a_suppressed_one_creates_no_cycle() {
    IllegalStateException also = new IllegalStateException("also");
    IOException around = new IOException("around", also);

    Suppressions.add(also, around);
    Suppressions.add(around, also);
    Suppressions.add(around, around);

    assertEndsEverywhere(around);
    assertEquals(1, also.getSuppressed().length);
    assertEquals(0, around.getSuppressed().length);
  }

  @Test
  void adds_a_failure_although_user_code_throws() {
    Hostile hostile = new Hostile();

    Suppressions.add(failure, hostile);
    Suppressions.add(hostile, new IOException("other"));

    assertSame(hostile, failure.getSuppressed()[0]);
    assertEquals(1, hostile.getSuppressed().length);
  }

  @Test
  void leaves_a_cycle_of_user_code_unchanged() {
    IOException one = new IOException("one");
    IOException two = new IOException("two", one);
    one.initCause(two);

    Suppressions.add(one, new IllegalStateException("a bug"));
    Suppressions.add(failure, one);

    assertEquals(1, one.getSuppressed().length);
    assertSame(one, failure.getSuppressed()[0]);
  }

  private String fail() throws IOException {
    throw failure;
  }

  private static List<Throwable> naming(Throwable failure, String words) {
    return Arrays.stream(failure.getSuppressed())
        .filter(suppressed -> suppressed.toString().contains(words))
        .toList();
  }

  /** Checks that no path through causes and suppressed exceptions visits a failure twice. */
  private static void assertEndsEverywhere(Throwable failure) {
    walk(failure, Collections.newSetFromMap(new IdentityHashMap<>()), new ArrayList<>());
  }

  private static void walk(@Nullable Throwable at, Set<Throwable> path, List<String> names) {
    if (at == null) {
      return;
    }
    names.add(at.getClass().getSimpleName());
    assertTrue(path.add(at), () -> "a circle: " + names);
    walk(at.getCause(), path, names);
    for (Throwable suppressed : at.getSuppressed()) {
      walk(suppressed, path, names);
    }
    path.remove(at);
    names.remove(names.size() - 1);
  }

  private static final class Hostile extends RuntimeException {

    private static final long serialVersionUID = 1;

    @Override
    public synchronized Throwable getCause() {
      throw new StackOverflowError();
    }

    @Override
    public String toString() {
      throw new IllegalStateException("no words");
    }
  }
}
