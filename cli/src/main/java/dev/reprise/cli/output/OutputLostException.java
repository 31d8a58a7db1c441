package dev.reprise.cli.output;

import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Standard output cannot be written. */
public final class OutputLostException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final IOException failure;
  private final boolean pipeClosed;

  OutputLostException(IOException failure, boolean pipeClosed) {
    super("cannot write to standard output: " + ErrorText.of(failure), failure);
    this.failure = failure;
    this.pipeClosed = pipeClosed;
  }

  /** A copy to throw: an exception that is thrown twice could become its own suppressed one. */
  OutputLostException copy() {
    return new OutputLostException(failure, pipeClosed);
  }

  /**
   * Returns true if the reader of a pipe has closed it, as {@code head} does after its last line.
   *
   * @return true if standard output is a closed pipe
   */
  public boolean pipeClosed() {
    return pipeClosed;
  }

  /**
   * Throws the failure of standard output that caused a different failure, if there is one.
   *
   * @param failure any failure; null for none
   * @throws OutputLostException if {@code failure} is one or has one among its causes
   */
  public static void rethrow(@Nullable Throwable failure) {
    int depth = 0;
    for (Throwable each = failure; each != null && depth < 16; each = each.getCause()) {
      if (each instanceof OutputLostException lost) {
        throw lost;
      }
      depth++;
    }
  }
}
