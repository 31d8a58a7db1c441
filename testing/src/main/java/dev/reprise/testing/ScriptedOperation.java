package dev.reprise.testing;

import dev.reprise.function.Attempt;
import dev.reprise.function.Operation;
import dev.reprise.testing.internal.UncheckedThrow;
import dev.reprise.time.Delayer;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * An operation with a scripted outcome for each attempt, which records its calls. All attempts
 * after the end of the script have the last outcome.
 *
 * <pre>{@code
 * ScriptedOperation<String> fetch =
 *     new ScriptedOperation<String>(time)
 *         .fails(new IOException("reset"))
 *         .takes(Duration.ofMillis(30))
 *         .returns("page");
 *
 * String page = retry.call(fetch);
 * CompletableFuture<String> later = retry.callAsync(fetch::stage);
 * }</pre>
 *
 * <p>{@link #call} is an operation that blocks; {@link #stage} is one that returns a stage. A stage
 * is complete when it is returned, unless the outcome {@linkplain #takes takes} time. The script
 * must be complete before the first call. Calls may come from any thread, one at a time.
 *
 * @param <T> type of the result
 */
public final class ScriptedOperation<T extends @Nullable Object>
    implements Operation<T, Exception> {

  private final VirtualTime time;
  private final List<Answer<T>> script = new ArrayList<>();
  private Duration length = Duration.ZERO;
  private final List<Duration> starts = new ArrayList<>();
  private final List<Attempt> attempts = new ArrayList<>();
  private int cutShort;
  private volatile boolean stubborn;

  /**
   * Creates an operation without a script.
   *
   * @param time the clock that advances while an attempt runs
   */
  public ScriptedOperation(VirtualTime time) {
    this.time = time;
  }

  /**
   * Sets the duration of the next attempt in the script, so it is called before the outcome of that
   * attempt. An attempt that returns no stage takes its time on the thread that calls {@link
   * #stage}.
   *
   * @param length the time from the start of the attempt to its outcome; zero by default
   * @return this
   */
  public ScriptedOperation<T> takes(Duration length) {
    this.length = Objects.requireNonNull(length, "length");
    return this;
  }

  /**
   * Adds an attempt that returns a value.
   *
   * @param value the value; may be null
   * @return this
   */
  public ScriptedOperation<T> returns(@Nullable T value) {
    return runs(() -> value);
  }

  /**
   * Adds an attempt that fails: a blocking attempt throws, a stage completes with the failure.
   *
   * @param failure the failure; the same instance is thrown each time
   * @return this
   */
  public ScriptedOperation<T> fails(Throwable failure) {
    Objects.requireNonNull(failure, "failure");
    return runs(
        () -> {
          throw UncheckedThrow.throwing(failure);
        });
  }

  /**
   * Adds an attempt that fails with a failure wrapped in a {@link CompletionException}, as
   * dependent stages do.
   *
   * @param failure the cause; the same instance each time
   * @return this
   */
  public ScriptedOperation<T> failsWrapped(Throwable failure) {
    Objects.requireNonNull(failure, "failure");
    return runs(
        () -> {
          throw new CompletionException(failure);
        });
  }

  /**
   * Adds an attempt that runs code.
   *
   * @param code called by each attempt; its value or exception is the outcome
   * @return this
   */
  public ScriptedOperation<T> runs(Callable<? extends T> code) {
    Objects.requireNonNull(code, "code");
    return add(new Answer<>(Answer.Kind.COMPLETES, length, code));
  }

  /**
   * Adds an attempt that throws instead of returning a stage. A blocking attempt throws as with
   * {@link #fails}.
   *
   * @param failure the failure; the same instance is thrown each time
   * @return this
   */
  public ScriptedOperation<T> throwsInsteadOfStage(Throwable failure) {
    Objects.requireNonNull(failure, "failure");
    return add(
        new Answer<>(
            Answer.Kind.STARTS_NO_STAGE,
            length,
            () -> {
              throw UncheckedThrow.throwing(failure);
            }));
  }

  /**
   * Adds an attempt that returns null instead of a stage. A blocking attempt throws a {@link
   * NullPointerException}.
   *
   * @return this
   */
  public ScriptedOperation<T> returnsNoStage() {
    return add(
        new Answer<>(
            Answer.Kind.NO_STAGE,
            length,
            () -> {
              throw new NullPointerException("no stage");
            }));
  }

  /**
   * Adds an attempt that hangs: a blocking attempt until it is interrupted, a stage until it is
   * cancelled.
   *
   * @return this
   * @throws IllegalStateException directly after {@link #takes}, which would have no effect
   */
  public ScriptedOperation<T> hangs() {
    if (!length.isZero()) {
      throw noEffect("an attempt that hangs has no outcome");
    }
    return add(
        new Answer<>(
            Answer.Kind.HANGS,
            Duration.ZERO,
            () -> {
              throw new AssertionError("a hanging attempt has no outcome");
            }));
  }

  /** Makes stages ignore cancellation from now on, so that attempts that lost complete late. */
  public void ignoresCancels() {
    stubborn = true;
  }

  private ScriptedOperation<T> add(Answer<T> answer) {
    script.add(answer);
    length = Duration.ZERO;
    return this;
  }

  /**
   * Makes a blocking attempt.
   *
   * @return the value of the next outcome
   * @throws Exception the failure of the next outcome
   * @throws IllegalStateException if there is no script, or it ends with {@link #takes}
   */
  @Override
  public T call() throws Exception {
    Answer<T> answer = next();
    block(answer);
    return answer.code().call();
  }

  private void block(Answer<T> answer) throws InterruptedException {
    try {
      if (answer.kind() == Answer.Kind.HANGS) {
        time.hang();
      }
      time.pass(answer.length());
    } catch (InterruptedException interrupt) {
      countCutShort();
      throw interrupt;
    }
  }

  /**
   * Makes a blocking attempt, and records its {@link Attempt}.
   *
   * @param attempt the attempt
   * @return the value of the next outcome
   * @throws Exception the failure of the next outcome
   */
  public T callWith(Attempt attempt) throws Exception {
    remember(attempt);
    return call();
  }

  /**
   * Starts an attempt that returns a stage.
   *
   * @return a stage with the next outcome; null if that is {@link #returnsNoStage}
   * @throws Exception if the next outcome is {@link #throwsInsteadOfStage}, or the thread is
   *     interrupted while an attempt that returns no stage takes its time
   */
  public CompletableFuture<T> stage() throws Exception {
    Answer<T> answer = next();
    switch (answer.kind()) {
      case STARTS_NO_STAGE -> {
        block(answer);
        answer.code().call();
      }
      case NO_STAGE -> {
        block(answer);
        return noStage();
      }
      default -> {}
    }
    Stage stage = new Stage();
    if (answer.kind() == Answer.Kind.COMPLETES) {
      if (answer.length().isZero()) {
        answer.complete(stage);
      } else {
        stage.timer = time.schedule(answer.length(), () -> answer.complete(stage));
      }
    }
    return stage;
  }

  /**
   * Starts an attempt that returns a stage, and records its {@link Attempt}.
   *
   * @param attempt the attempt
   * @return a stage with the next outcome; null if that is {@link #returnsNoStage}
   * @throws Exception if the next outcome is {@link #throwsInsteadOfStage}
   */
  public CompletableFuture<T> stageWith(Attempt attempt) throws Exception {
    remember(attempt);
    return stage();
  }

  @SuppressWarnings({
    "NullAway",
    "TypeParameterUnusedInFormals"
  }) // an operation that violates its null contract
  private static <S> S noStage() {
    return null;
  }

  private synchronized Answer<T> next() {
    if (script.isEmpty()) {
      throw new IllegalStateException("the operation has no script");
    }
    if (!length.isZero()) {
      throw noEffect("it must be before the outcome of its attempt");
    }
    Answer<T> answer = script.get(Math.min(starts.size(), script.size() - 1));
    starts.add(time.elapsed());
    return answer;
  }

  private IllegalStateException noEffect(String reason) {
    return new IllegalStateException(
        "takes(" + TimeText.inWords(length) + ") has no effect: " + reason);
  }

  private synchronized void remember(Attempt attempt) {
    attempts.add(attempt);
  }

  private synchronized void countCutShort() {
    cutShort++;
  }

  /**
   * Returns the number of attempts that have started.
   *
   * @return at least 0
   */
  public synchronized int calls() {
    return starts.size();
  }

  /**
   * Returns the start times of the attempts.
   *
   * @return {@link VirtualTime#elapsed()} at the start of each attempt, in order
   */
  public synchronized List<Duration> starts() {
    return List.copyOf(starts);
  }

  /**
   * Returns the attempts that {@link #callWith} and {@link #stageWith} received.
   *
   * @return the attempts, in order
   */
  public synchronized List<Attempt> attempts() {
    return List.copyOf(attempts);
  }

  /**
   * Returns the number of cancelled attempts: those that were interrupted, or whose stage was
   * cancelled.
   *
   * @return at least 0
   */
  public synchronized int cancelledAttempts() {
    return cutShort;
  }

  /** Distinguishes a cancellation from a failure that is a {@code CancellationException}. */
  private final class Stage extends CompletableFuture<T> {

    private volatile Delayer.@Nullable Scheduled timer;

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      if (stubborn) {
        return false;
      }
      boolean cancelled = !isDone() && super.cancel(mayInterruptIfRunning);
      if (cancelled) {
        countCutShort();
        Delayer.Scheduled pending = timer;
        if (pending != null) {
          pending.cancel();
        }
      }
      return cancelled;
    }
  }

  /** An outcome with its duration and the code that produces it. */
  private record Answer<T extends @Nullable Object>(
      Kind kind, Duration length, Callable<? extends T> code) {

    enum Kind {
      COMPLETES,
      STARTS_NO_STAGE,
      NO_STAGE,
      HANGS
    }

    void complete(CompletableFuture<T> stage) {
      try {
        stage.complete(code.call());
      } catch (Throwable failure) {
        stage.completeExceptionally(failure);
      }
    }
  }
}
