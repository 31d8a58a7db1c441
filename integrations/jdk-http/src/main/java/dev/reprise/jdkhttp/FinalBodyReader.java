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

/** Reads the body of the last response, limited by the time of its attempt. */
final class FinalBodyReader {

  private static final Duration GRACE = Duration.ofSeconds(2);

  private FinalBodyReader() {}

  /** Begins to read. The future fails when the time of the attempt is over. */
  static <T> CompletableFuture<T> of(HeldResponse<T> answer, Retry retry) {
    CompletableFuture<T> reading = answer.read();
    long left = nanosFor(answer, retry);
    if (reading.isDone() || left == Long.MAX_VALUE) {
      return reading;
    }
    try {
      Delayer.Scheduled timer =
          retry
              .environment()
              .delayer()
              .schedule(() -> offTimer(retry, () -> stop(answer, reading)), left);
      CompletableFuture<?> unused = reading.whenComplete((body, failure) -> timer.cancel());
    } catch (RuntimeException rejection) {
      answer.stopReading();
      reading.completeExceptionally(rejection);
    }
    return reading;
  }

  /**
   * Time left for the attempt. If a wait for an attempt that was not made has used it up, the
   * attempt timeout starts again, limited to a short time.
   */
  private static long nanosFor(HeldResponse<?> answer, Retry retry) {
    long left = answer.nanosLeft(retry.environment().ticks().nanos());
    if (left > 0) {
      return left;
    }
    Duration anew = retry.policy().attemptTimeout().orElse(Duration.ZERO);
    return anew.compareTo(GRACE) < 0 ? anew.toNanos() : GRACE.toNanos();
  }

  private static void stop(HeldResponse<?> answer, CompletableFuture<?> reading) {
    answer.stopReading();
    reading.completeExceptionally(
        new HttpTimeoutException("the body did not come in the time of the attempt"));
  }

  static void offTimer(Retry retry, Runnable work) {
    try {
      retry.environment().executor().execute(work);
    } catch (RuntimeException rejection) {
      work.run();
    }
  }

  /** Reads, and waits for it. An interrupt of an earlier wait does not end it, a new one does. */
  static <T> HttpResponse<T> await(HeldResponse<T> answer, Retry retry)
      throws IOException, InterruptedException {
    if (!answer.isHeld()) {
      return answer.plainest();
    }
    CompletableFuture<T> reading = of(answer, retry);
    boolean interrupted = Thread.interrupted();
    try {
      T unused = reading.get();
      return answer.plainest();
    } catch (InterruptedException interrupt) {
      answer.stopReading();
      reading.completeExceptionally(new InterruptedIOException("interrupted"));
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

  /** What is not about input or output the JDK's own client wraps in the same way. */
  static IOException asIoException(Throwable failure) {
    if (failure instanceof IOException io) {
      return io;
    }
    String message = failure.getMessage();
    return new IOException(message == null ? null : PrintableText.oneLine(message), failure);
  }
}
