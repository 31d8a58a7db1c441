package dev.reprise.cli.load;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.cli.terminal.ProgressForm;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Retries, pace and parallelism of a transfer.
 *
 * @param retry sends items again; shut down to stop the run
 * @param pace null for the default pace
 * @param linger longest wait for a slow input; null for the default
 * @param parallelism greatest number of parallel requests
 * @param progress the form of progress and messages
 */
public record SendSettings(
    Retry retry,
    @Nullable Pace pace,
    @Nullable Duration linger,
    int parallelism,
    ProgressForm progress) {

  /** Applies parallelism, linger and pace to a batch, which has been created with the retry. */
  public <T> Batch<T> apply(Batch<T> plain) {
    Batch<T> batch = plain.parallelism(parallelism);
    if (linger != null) {
      batch = batch.linger(linger);
    }
    return pace == null ? batch : batch.pacedBy(pace);
  }
}
