package dev.reprise;

import dev.reprise.function.Operation;
import dev.reprise.internal.async.RunningBackup;
import dev.reprise.internal.call.CallSettings;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An alternative operation that starts at the first failure of a call, runs in parallel with its
 * retries, and is used only if they end without success. A {@link Fallback} starts only then; a
 * backup saves that time for the price of a second request.
 *
 * <pre>{@code
 * retry.callOrElse(() -> primary.fetch(url), Backup.of(() -> replica.fetch(url)));
 * }</pre>
 *
 * <table>
 *   <caption>The call and its backup</caption>
 *   <tr><th>the call</th><th>its backup</th></tr>
 *   <tr><td>succeeds at once</td><td>is not started</td></tr>
 *   <tr><td>fails and continues</td><td>starts, once; in a hedged call at the first attempt that fails</td></tr>
 *   <tr><td>gives up at its first failure</td><td>starts then</td></tr>
 *   <tr><td>succeeds after a retry</td><td>is cancelled; its result, even a late one, is closed if it is
 *       {@code AutoCloseable}</td></tr>
 *   <tr><td>ends without success</td><td>is awaited, until the time limit of the call or its
 *       {@linkplain Retry#shutdown() shutdown}</td></tr>
 *   <tr><td>ends where no {@link Retry#callOrElse fallback} would be called</td><td>is cancelled</td></tr>
 * </table>
 *
 * <p>If the backup returns, the call returns its result. If the backup fails, or the time limit or
 * a shutdown comes first, the call fails as without a backup, with the failure of the backup, or
 * the reason why it was cancelled, as a suppressed exception. An {@code Error} of the backup is
 * thrown itself, with the failure of the call as a suppressed exception. A backup is not an
 * attempt: it is not retried, needs no permit of the budget, has no attempt timeout, and appears in
 * no event or report.
 *
 * <p>Reusable for any number of calls; safe for use by any thread if its operation is.
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
   * Creates a backup that blocks a thread. It runs on the executor of the call, or else on the
   * executor of the {@linkplain Retry#withExecutor retry}; without either, the call throws {@link
   * IllegalStateException}. When it is cancelled, its thread is interrupted. An executor that runs
   * tasks on the submitting thread delays the retries until the backup has ended.
   *
   * @param operation called at most once per call; may return null
   * @param <T> type of the result
   * @return the backup
   */
  public static <T extends @Nullable Object> Backup<T> of(Operation<T, ?> operation) {
    return new Backup<>(Objects.requireNonNull(operation, "operation"), null);
  }

  /**
   * Creates a backup that returns a stage. It starts on the thread that received the failure, never
   * on the library's timer, and should not block. When it is cancelled, its stage is cancelled.
   *
   * @param operation starts a stage, at most once per call; an exception or a null stage fails the
   *     backup
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
   * @param named the executor of the call; null if it has none
   * @throws IllegalStateException if the backup needs an executor and there is none
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
