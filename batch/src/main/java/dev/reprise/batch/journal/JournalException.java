package dev.reprise.batch.journal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A journal cannot be used, or not any more: the file is something else, tells of another input, is
 * in use, or cannot be read or written. The message names the file.
 */
public final class JournalException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * A failure of a journal.
   *
   * @param message what is wrong, with the file's name
   * @param cause what the file system threw; null if it threw nothing
   */
  public JournalException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
