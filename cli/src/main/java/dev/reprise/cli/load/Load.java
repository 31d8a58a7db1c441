package dev.reprise.cli.load;

import dev.reprise.batch.journal.BatchJournal;
import java.io.IOException;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * A load that has been opened and may begin.
 *
 * @param job reports the progress and the result
 * @param items the parsed lines. The batch requests the first one after it has locked the journal:
 *     a refused load leaves all files unchanged
 * @param journal the journal, with a description of the input; null if none is given
 * @param isContinued true if an earlier run has sent items, which a new table or index would lack
 * @param <S> type of a parsed line
 * @param <T> type of the items that are sent
 */
public record Load<S, T>(
    Job<ItemFiles<S>, T> job,
    Iterator<S> items,
    @Nullable BatchJournal journal,
    boolean isContinued) {

  /** Sends the items of a load. */
  @FunctionalInterface
  public interface Work<S, T> {

    /**
     * Sends the items.
     *
     * @return the exit code
     */
    int send(Load<S, T> load) throws IOException;
  }

  /**
   * The service to which lines are sent.
   *
   * @param name the table, index or queue, for which a journal is valid
   * @param lines the format of the input
   * @param letters the format of dead letters
   */
  public record Target<S, T>(String name, LineFormat<S> lines, LetterFile.Format<T> letters) {}
}
