package dev.reprise;

import dev.reprise.function.AttemptOperation;
import dev.reprise.function.Operation;
import dev.reprise.internal.Drivers;
import dev.reprise.internal.blocking.BlockingCall;
import dev.reprise.internal.call.PlainOperation;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The call shapes with a fallback for calls that give up. */
abstract sealed class RetryFallbacks extends RetryFutures permits Retry {

  RetryFallbacks() {}

  /**
   * Calls an operation, and asks a fallback for an answer where {@link Retry#call} would throw. Not
   * where somebody ended the call from outside, by an interrupt, a cancellation or {@link
   * Retry#shutdown()}, and not for an {@code Error}, wrapped or not: these are thrown as they are.
   *
   * <p>The fallback is asked once, on this thread, after the events of the call have been told:
   * events, logs and report say that the call gave up, whatever the fallback answers. No deadline
   * and no attempt timeout hold for it.
   *
   * @param operation called for each attempt, on this thread
   * @param fallback told how the call ended
   * @param <T> type of the result
   * @param <X> what the operation may throw
   * @param <Y> what the fallback may throw
   * @return the first result that the policy accepts, or what the fallback answers
   * @throws X what the last attempt threw, if the fallback was not asked
   * @throws Y what the fallback threw, the call's failure suppressed in it unless one is a cause of
   *     the other
   */
  public final <T extends @Nullable Object, X extends Throwable, Y extends Throwable> T callOrElse(
      Operation<T, X> operation, Fallback<T, Y> fallback) throws X, Y {
    Objects.requireNonNull(fallback, "fallback");
    return calls().isPlain()
        ? BlockingCall.plain(calls(), operation, fallback, CallResults::orElse)
        : Drivers.call(calls(), new PlainOperation<>(operation), CallResults.orElse(fallback));
  }

  /**
   * As {@link #callOrElse}, for an operation that wants to see its attempt.
   *
   * @param operation called for each attempt, on this thread
   * @param fallback told how the call ended
   * @param <T> type of the result
   * @param <X> what the operation may throw
   * @param <Y> what the fallback may throw
   * @return as {@link #callOrElse}
   * @throws X what the last attempt threw, if the fallback was not asked
   * @throws Y what the fallback threw
   */
  public final <T extends @Nullable Object, X extends Throwable, Y extends Throwable>
      T callWithOrElse(AttemptOperation<T, X> operation, Fallback<T, Y> fallback) throws X, Y {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.call(calls(), operation, CallResults.orElse(fallback));
  }

  /**
   * Calls an operation that answers later, as {@link #callAsync(Operation)}, with a fallback as in
   * {@link #callOrElse}. The fallback is asked on the thread that ends the call, where dependent
   * stages run as well, and never on the library's timer; so it should not block. Completing the
   * future from outside ends the call, and then no fallback is asked.
   *
   * @param operation starts an attempt
   * @param fallback told how the call ended
   * @param <T> type of the result
   * @return completes with the first result that the policy accepts, or with what the fallback
   *     answers or throws
   */
  public final <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      Operation<? extends CompletionStage<T>, ?> operation, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.start(calls(), operation, CallResults.orElse(fallback));
  }

  /**
   * As {@link #callAsyncOrElse(Operation, Fallback)}, for an operation that wants to see its
   * attempt.
   *
   * @param operation starts an attempt
   * @param fallback told how the call ended
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Fallback)}
   */
  public final <T extends @Nullable Object> CompletableFuture<T> callAsyncWithOrElse(
      AttemptOperation<? extends CompletionStage<T>, ?> operation, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.startWith(calls(), operation, CallResults.orElse(fallback));
  }

  /**
   * Calls a blocking operation on an executor, as {@link #callAsync(Operation, Executor)}, with a
   * fallback as in {@link #callAsyncOrElse(Operation, Fallback)}.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run; a rejected first attempt asks the fallback on this thread
   * @param fallback told how the call ended
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Fallback)}
   */
  public final <T extends @Nullable Object> CompletableFuture<T> callAsyncOrElse(
      Operation<T, ?> operation, Executor executor, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.startOn(
        executor, calls(), attempt -> operation.call(), CallResults.orElse(fallback));
  }

  /**
   * As {@link #callAsyncOrElse(Operation, Executor, Fallback)}, for an operation that wants to see
   * its attempt.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run
   * @param fallback told how the call ended
   * @param <T> type of the result
   * @return as {@link #callAsyncOrElse(Operation, Fallback)}
   */
  public final <T extends @Nullable Object> CompletableFuture<T> callAsyncWithOrElse(
      AttemptOperation<T, ?> operation, Executor executor, Fallback<T, ?> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return Drivers.startOn(executor, calls(), operation, CallResults.orElse(fallback));
  }
}
