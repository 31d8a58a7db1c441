package dev.reprise.jdkhttp;

import dev.reprise.Retry;
import dev.reprise.text.PrintableText;
import dev.reprise.time.Delayer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Reads the body of the last response, limited by the time of its attempt. */
final class FinalBodyReader {

  private static final Duration MAX_EXTRA_TIME = Duration.ofSeconds(2);

  private FinalBodyReader() {}

  /** Starts reading. The future fails when the time of the attempt is over. */
  static <T> CompletableFuture<T> of(HeldResponse<T> response, Retry retry) {
    CompletableFuture<T> reading = response.read();
    endAfterTime(reading, response, retry, () -> runOnExecutor(retry, () -> stop(response)));
    return reading;
  }

  /** Calls the action when the time of the attempt is over, unless the body is read by then. */
  private static void endAfterTime(
      CompletableFuture<?> reading, HeldResponse<?> response, Retry retry, Runnable timeIsUp) {
    long remaining = nanosFor(response, retry);
    if (reading.isDone() || remaining == Long.MAX_VALUE) {
      return;
    }
    try {
      Delayer.Scheduled timer =
          Delayer.guarded(retry.environment().delayer()).schedule(timeIsUp, remaining);
      CompletableFuture<?> unused = reading.whenComplete((body, failure) -> timer.cancel());
    } catch (RuntimeException | Error rejection) {
      response.stopReading(rejection);
    }
  }

  /**
   * The remaining time of the attempt. If it was used up by a wait for an attempt that was then not
   * made, the attempt timeout starts again, limited to a short time.
   */
  private static long nanosFor(HeldResponse<?> response, Retry retry) {
    long remaining = response.remainingNanos(retry.environment().ticks().nanos());
    if (remaining > 0) {
      return remaining;
    }
    Duration restarted = retry.policy().attemptTimeout().orElse(Duration.ZERO);
    return restarted.compareTo(MAX_EXTRA_TIME) < 0 ? restarted.toNanos() : MAX_EXTRA_TIME.toNanos();
  }

  private static void stop(HeldResponse<?> response) {
    response.stopReading(
        new HttpTimeoutException("the body did not arrive within the time of the attempt"));
  }

  /** Runs work on the executor instead of the timer's thread, unless the executor rejects it. */
  private static void runOnExecutor(Retry retry, Runnable work) {
    try {
      retry.environment().executor().execute(work);
    } catch (RuntimeException | Error rejection) {
      work.run();
    }
  }

  /**
   * Reads the body and waits for it. Only an interrupt during this wait ends the wait. At the end
   * of the time this thread itself stops the reading: those of the executor may all wait so.
   */
  static <T> HttpResponse<T> await(HeldResponse<T> response, Retry retry)
      throws IOException, InterruptedException {
    if (!response.isHeld()) {
      return response.unwrapped();
    }
    CompletableFuture<T> reading = response.read();
    CompletableFuture<@Nullable Object> ended = reading.handle((body, failure) -> null);
    endAfterTime(reading, response, retry, () -> ended.complete(null));
    boolean interrupted = Thread.interrupted();
    try {
      Object unusedEnd = ended.get();
      if (!reading.isDone()) {
        stop(response);
      }
      T unused = reading.get();
      return response.unwrapped();
    } catch (InterruptedException interrupt) {
      response.stopReading(new InterruptedIOException("interrupted"));
      throw interrupt;
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause();
      throw asIoException(cause == null ? failure : cause);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Wraps exceptions of other classes, as the JDK's own client does. */
  static IOException asIoException(Throwable failure) {
    if (failure instanceof IOException io) {
      return io;
    }
    String message = failure.getMessage();
    return new IOException(message == null ? null : PrintableText.oneLine(message), failure);
  }
}
