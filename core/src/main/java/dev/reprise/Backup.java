package dev.reprise;

import dev.reprise.function.Operation;
import dev.reprise.internal.async.RunningBackup;
import dev.reprise.internal.call.CallSettings;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An alternate that starts when a call first fails, runs beside its retries, and is used only if
 * they end without success: for a caller that would rather pay for a second answer than wait for it
 * once all retries have failed. A {@link Fallback} starts then.
 *
 * <pre>{@code
 * retry.callOrElse(() -> primary.fetch(url), Backup.of(() -> replica.fetch(url)));
 * }</pre>
 *
 * <table>
 *   <caption>The call and its backup</caption>
 *   <tr><th>the call</th><th>its backup</th></tr>
 *   <tr><td>succeeds at once</td><td>is not started</td></tr>
 *   <tr><td>fails and goes on</td><td>starts, once; in a hedged call at the first attempt that fails</td></tr>
 *   <tr><td>gives up at its first failure</td><td>starts then</td></tr>
 *   <tr><td>succeeds after a retry</td><td>is called off; a result that it has brought, or brings later, is
 *       closed if it is {@code AutoCloseable}</td></tr>
 *   <tr><td>ends without success</td><td>is waited for, until the time limit of the call</td></tr>
 *   <tr><td>ends where no {@link Retry#callOrElse fallback} would be asked</td><td>is called off</td></tr>
 * </table>
 *
 * <p>If the backup returns, that is the result. If it fails, or the time limit comes first, the
 * call fails as it would have without it, with the failure of the backup suppressed; an {@code
 * Error} of the backup is thrown itself, with the call's failure suppressed. It is no attempt: it
 * is not retried, needs no permit of the budget, has no attempt timeout, and no event or report
 * mentions it.
 *
 * <p>A value for any number of calls, safe for use by any thread if its operation is.
 *
 * @param <T> type of the result
 */
public final class Backup<T extends @Nullable Object> {

  private final @Nullable Operation<T, ?> blocking;
  private final @Nullable Operation<? extends CompletionStage<T>, ?> stages;

  private Backup(
      @Nullable Operation<T, ?> blocking,
      @Nullable Operation<? extends CompletionStage<T>, ?> stages) {
    this.blocking = blocking;
    this.stages = stages;
  }

  /**
   * A backup that blocks a thread. It runs on the executor that the call is given, else on that of
   * the {@linkplain Retry#withExecutor retry}; a retry without one refuses the call. Called off, it
   * is interrupted. An executor that runs it on the thread that hands it over makes the retries
   * wait for it.
   *
   * @param operation called once at most for each call
   * @param <T> type of the result
   * @return the backup
   */
  public static <T extends @Nullable Object> Backup<T> of(Operation<T, ?> operation) {
    return new Backup<>(Objects.requireNonNull(operation, "operation"), null);
  }

  /**
   * A backup that answers later. It is started on the thread that learned of the failure, never on
   * the library's timer, and should not block. Called off, its stage is cancelled.
   *
   * @param operation starts a stage, once at most for each call; what it throws, and a null stage,
   *     fail the backup
   * @param <T> type of the result
   * @return the backup
   */
  public static <T extends @Nullable Object> Backup<T> ofStage(
      Operation<? extends CompletionStage<T>, ?> operation) {
    return new Backup<>(null, Objects.requireNonNull(operation, "operation"));
  }

  /**
   * The backup of a call that begins on this thread.
   *
   * @param named the executor that the call is given; null if it is given none
   * @throws IllegalStateException if it needs an executor and there is none
   */
  RunningBackup<T> forCall(CallSettings settings, @Nullable Executor named) {
    check(settings, named);
    Executor executor = named == null ? settings.executor() : named;
    return blocking != null
        ? RunningBackup.blocking(blocking, executor, settings)
        : RunningBackup.stage(Objects.requireNonNull(stages), settings);
  }

  void check(CallSettings settings, @Nullable Executor named) {
    if (blocking != null && named == null && !settings.hasExecutor()) {
      throw new IllegalStateException(
          "a backup that blocks needs an executor, but "
              + settings.name()
              + " has none: name one by withExecutor(...)");
    }
  }
}
