package dev.reprise.batch.journal;

import dev.reprise.text.PrintableText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A journal cannot be used, or can no longer be used: the file is not a journal, has a different
 * description, is in use, or cannot be read or written. The message names the file.
 */
public final class JournalException extends IOException {

  private static final long serialVersionUID = 1L;

  private static final int LONGEST = 1_000;

  /**
   * Creates an exception.
   *
   * @param message the error, with the name of the file; made one line
   * @param cause the exception of the file system; null for none
   */
  public JournalException(String message, @Nullable Throwable cause) {
    super(PrintableText.oneLine(message, LONGEST), cause);
  }
}
