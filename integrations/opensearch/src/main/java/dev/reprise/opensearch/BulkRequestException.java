package dev.reprise.opensearch;

import dev.reprise.text.PrintableText;
import dev.reprise.time.TimeText;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A bulk request that failed as a whole: a status other than 200, or a response that is not one of
 * the bulk API. Immutable.
 *
 * @serial exclude
 */
public final class BulkRequestException extends IOException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final @Nullable Duration retryAfter;

  /**
   * Creates an exception.
   *
   * @param status the status of the response, or of all its items, from 100 to 599
   * @param reason the reason, in the words of the server; made one line
   * @param retryAfter the wait that the response requests, at least zero; null for none
   */
  public BulkRequestException(int status, String reason, @Nullable Duration retryAfter) {
    super("status " + status + words(retryAfter) + ": " + PrintableText.oneLine(reason));
    this.status = status;
    this.retryAfter = retryAfter;
  }

  private static String words(@Nullable Duration retryAfter) {
    return retryAfter == null ? "" : ", Retry-After " + TimeText.inWords(retryAfter);
  }

  /**
   * Returns the status.
   *
   * @return the status of the response, or of all its items
   */
  public int status() {
    return status;
  }

  /**
   * Returns the wait that the response requests.
   *
   * @return the wait, at least zero; empty if it requests none
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
