package dev.reprise.cli.output;

import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Standard output cannot be written, so what a command prints does not arrive. */
public final class OutputLostException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final IOException failure;
  private final boolean pipeClosed;

  OutputLostException(IOException failure, boolean pipeClosed) {
    super("cannot write to standard output: " + ErrorText.of(failure), failure);
    this.failure = failure;
    this.pipeClosed = pipeClosed;
  }

  /** The same once more. Each throw has an exception of its own: none may suppress itself. */
  OutputLostException again() {
    return new OutputLostException(failure, pipeClosed);
  }

  /**
   * Whether the reader of a pipe has gone, as {@code head} does when it has seen enough.
   *
   * @return true if so
   */
  public boolean pipeClosed() {
    return pipeClosed;
  }

  /**
   * Throws this exception again if a failure is one, or was caused by one.
   *
   * @param failure the failure of a larger piece of work; null for none
   * @throws OutputLostException if it is among the causes
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
