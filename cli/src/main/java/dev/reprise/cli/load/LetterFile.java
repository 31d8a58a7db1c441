package dev.reprise.cli.load;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.items.BadLine;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/**
 * A file of dead letters, which its first letter creates. Each method throws {@code
 * UncheckedIOException} if the file cannot be written.
 *
 * @param <T> type of the items
 */
public interface LetterFile<T> extends Closeable {

  /** The form in which a service's items are written. */
  interface Format<T> {

    /**
     * Opens a file that does not exist yet.
     *
     * @throws FileAlreadyExistsException if it exists
     */
    LetterFile<T> create(Path file) throws IOException;

    /** Opens a file to append letters to existing ones. */
    LetterFile<T> append(Path file);
  }

  /**
   * Writes a dead item.
   *
   * @param line its line number in the input, from 1; 0 if it has none
   */
  void dead(DeadLetter<T> letter, long line);

  /** Writes an item that was not sent, because the run was stopped. */
  void notAttempted(T item);

  /** Writes a line that is not an item. */
  void bad(BadLine line);

  Path file();

  /** Number of letters written by this object. */
  long count();
}
