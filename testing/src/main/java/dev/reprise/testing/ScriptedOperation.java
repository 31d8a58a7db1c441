package dev.reprise.testing;

import dev.reprise.function.Attempt;
import dev.reprise.function.Operation;
import dev.reprise.testing.internal.Sneaky;
import dev.reprise.time.Delayer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * An operation that answers attempt by attempt as its script says, and remembers how it was called.
 * The last answer is given to all further attempts.
 *
 * <pre>{@code
 * ScriptedOperation<String> fetch =
 *     new ScriptedOperation<String>(time)
 *         .fails(new IOException("reset"))
 *         .takes(Duration.ofMillis(30)).returns("page");
 *
 * retry.call(fetch);                  // as blocking operation
 * retry.callAsync(fetch::stage);      // as one that answers with stages
 * }</pre>
 *
 * <p>A stage is complete when it is returned, unless the answer {@linkplain #takes takes} time. The
 * script is written before the first call; calls may come from any thread, one at a time.
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
   * An operation without a script.
   *
   * @param time the time that its answers take
   */
  public ScriptedOperation(VirtualTime time) {
    this.time = time;
  }

  /**
   * Lets the next answer of the script take time.
   *
   * @param length how long the attempt runs before it answers
   * @return this operation
   */
  public ScriptedOperation<T> takes(Duration length) {
    this.length = length;
    return this;
  }

  /**
   * Answers with a value.
   *
   * @param value what the attempt returns; null is legal
   * @return this operation
   */
  public ScriptedOperation<T> returns(@Nullable T value) {
    return does(() -> value);
  }

  /**
   * Fails: a blocking attempt throws, a stage completes with the failure.
   *
   * @param failure thrown as it is, the same instance each time
   * @return this operation
   */
  public ScriptedOperation<T> fails(Throwable failure) {
    return does(
        () -> {
          throw Sneaky.throwing(failure);
        });
  }

  /**
   * Fails with a failure wrapped in a {@link CompletionException}, as dependent stages do.
   *
   * @param failure the cause, the same instance each time
   * @return this operation
   */
  public ScriptedOperation<T> failsWrapped(Throwable failure) {
    return does(
        () -> {
          throw new CompletionException(failure);
        });
  }

  /**
   * Runs code, for what the other answers cannot say.
   *
   * @param code its value or failure is the answer
   * @return this operation
   */
  public ScriptedOperation<T> does(Callable<? extends T> code) {
    return add(new Answer<>(Answer.Kind.COMPLETES, length, code));
  }

  /**
   * Throws in place of starting a stage. A blocking attempt throws as it does for {@link #fails}.
   *
   * @param failure thrown as it is, the same instance each time
   * @return this operation
   */
  public ScriptedOperation<T> throwsAtOnce(Throwable failure) {
    return add(
        new Answer<>(
            Answer.Kind.STARTS_NO_STAGE,
            Duration.ZERO,
            () -> {
              throw Sneaky.throwing(failure);
            }));
  }

  /**
   * Returns null in place of a stage. A blocking attempt throws a {@link NullPointerException}.
   *
   * @return this operation
   */
  public ScriptedOperation<T> returnsNoStage() {
    return add(
        new Answer<>(
            Answer.Kind.NO_STAGE,
            Duration.ZERO,
            () -> {
              throw new NullPointerException("no stage");
            }));
  }

  /**
   * Hangs until it is called off: a blocking attempt until it is interrupted, a stage until it is
   * cancelled.
   *
   * @return this operation
   */
  public ScriptedOperation<T> hangs() {
    return add(
        new Answer<>(
            Answer.Kind.HANGS,
            Duration.ZERO,
            () -> {
              throw new AssertionError("a hanging attempt does not answer");
            }));
  }

  /** From now on no stage can be cancelled, so that those that lose answer late. */
  public void ignoresCancels() {
    stubborn = true;
  }

  private ScriptedOperation<T> add(Answer<T> answer) {
    script.add(answer);
    length = Duration.ZERO;
    return this;
  }

  /**
   * Makes an attempt that blocks.
   *
   * @return the next answer of the script
   * @throws Exception the next answer of the script
   * @throws IllegalStateException if there is no script
   */
  @Override
  public T call() throws Exception {
    Answer<T> answer = next();
    try {
      if (answer.kind() == Answer.Kind.HANGS) {
        time.hang();
      }
      time.pass(answer.length());
    } catch (InterruptedException interrupt) {
      countCutShort();
      throw interrupt;
    }
    return answer.code().call();
  }

  /**
   * Makes an attempt that blocks, and remembers what it saw.
   *
   * @param attempt the attempt
   * @return the next answer of the script
   * @throws Exception the next answer of the script
   */
  public T callWith(Attempt attempt) throws Exception {
    remember(attempt);
    return call();
  }

  /**
   * Starts an attempt that answers with a stage.
   *
   * @return the next answer of the script
   * @throws Exception if the answer is to throw in place of starting a stage
   */
  public CompletableFuture<T> stage() throws Exception {
    Answer<T> answer = next();
    switch (answer.kind()) {
      case STARTS_NO_STAGE -> answer.code().call();
      case NO_STAGE -> {
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
   * Starts an attempt that answers with a stage, and remembers what it saw.
   *
   * @param attempt the attempt
   * @return the next answer of the script
   * @throws Exception if the answer is to throw in place of starting a stage
   */
  public CompletableFuture<T> stageWith(Attempt attempt) throws Exception {
    remember(attempt);
    return stage();
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what a careless operation does
  private static <S> S noStage() {
    return null;
  }

  private synchronized Answer<T> next() {
    if (script.isEmpty()) {
      throw new IllegalStateException("the operation has no script");
    }
    Answer<T> answer = script.get(Math.min(starts.size(), script.size() - 1));
    starts.add(time.elapsed());
    return answer;
  }

  private synchronized void remember(Attempt attempt) {
    attempts.add(attempt);
  }

  private synchronized void countCutShort() {
    cutShort++;
  }

  /**
   * How many attempts were made.
   *
   * @return at least 0
   */
  public synchronized int calls() {
    return starts.size();
  }

  /**
   * When attempts began.
   *
   * @return {@link VirtualTime#elapsed()} at the beginning of each, in order
   */
  public synchronized List<Duration> starts() {
    return List.copyOf(starts);
  }

  /**
   * The attempts that were seen by {@link #callWith} and {@link #stageWith}.
   *
   * @return in order
   */
  public synchronized List<Attempt> attempts() {
    return List.copyOf(attempts);
  }

  /**
   * How many attempts were called off: interrupted while they ran or hung, or their stage
   * cancelled.
   *
   * @return at least 0
   */
  public synchronized int cutShort() {
    return cutShort;
  }

  /** Knows a cancel from a failure that is a {@code CancellationException}. */
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

  /** The code of an answer, and how it is given. */
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
