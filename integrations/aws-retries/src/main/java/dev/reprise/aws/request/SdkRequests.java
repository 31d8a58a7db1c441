package dev.reprise.aws.request;

import dev.reprise.classify.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.AbortedException;

/** Requests of blocking and asynchronous clients in one form: a future of the response. */
public final class SdkRequests {

  private static final int IDLE_SECONDS = 10;
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final Executor THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          SdkRequests::thread);

  private SdkRequests() {}

  /**
   * Makes a request of a blocking client.
   *
   * @param <R> type of the response
   * @param request calls the client
   * @return complete with the response or with what the client threw
   */
  public static <R> CompletableFuture<R> complete(Supplier<R> request) {
    try {
      return CompletableFuture.completedFuture(request.get());
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  /**
   * Returns or throws the outcome of a request of a blocking client.
   *
   * @param <T> type of the value
   * @param complete a future that is complete
   * @return its value
   * @throws Exception its failure; an {@link InterruptedException} in place of an {@link
   *     AbortedException} of the SDK
   */
  public static <T> T outcome(CompletableFuture<T> complete) throws Exception {
    try {
      return complete.join();
    } catch (CompletionException e) {
      Throwable failure = Failures.unwrap(e);
      if (failure instanceof AbortedException) {
        throw (InterruptedException) new InterruptedException("interrupted").initCause(failure);
      }
      if (failure instanceof Error error) {
        throw error;
      }
      throw failure instanceof Exception exception ? exception : e;
    }
  }

  /**
   * Starts a request of an asynchronous client on a separate daemon thread. The SDK clears the
   * interrupt flag of a thread that starts a request, so a run whose caller is interrupted at that
   * moment would miss the interrupt. There is one thread for each request that is being started;
   * idle threads end after ten seconds and keep no class loader.
   *
   * @param <R> type of the response
   * @param request calls the client
   * @return the response; cancelling it cancels the request
   */
  public static <R> CompletableFuture<R> start(Supplier<CompletableFuture<R>> request) {
    CompletableFuture<R> answer = new CompletableFuture<>();
    THREADS.execute(() -> make(request, answer));
    return answer;
  }

  /**
   * Returns an executor for requests of a blocking client whose caller must not be blocked. Each
   * task has a daemon thread; idle threads end after ten seconds and keep no class loader.
   *
   * @return the executor, which never rejects a task
   */
  public static Executor threads() {
    return THREADS;
  }

  private static <R> void make(
      Supplier<CompletableFuture<R>> request, CompletableFuture<R> answer) {
    if (answer.isDone()) {
      return; // cancelled before it was made
    }
    try {
      CompletableFuture<R> made = request.get();
      var unusedForward =
          made.whenComplete(
              (response, failure) -> {
                if (failure == null) {
                  answer.complete(response);
                } else {
                  answer.completeExceptionally(failure);
                }
              });
      var unusedBack =
          answer.whenComplete(
              (response, failure) -> {
                if (answer.isCancelled()) {
                  made.cancel(true);
                }
              });
    } catch (Throwable failure) {
      answer.completeExceptionally(failure);
    }
  }

  private static Thread thread(Runnable requests) {
    Thread thread = new Thread(requests, "reprise-aws-" + NUMBER.incrementAndGet());
    thread.setDaemon(true);
    thread.setContextClassLoader(SdkRequests.class.getClassLoader());
    return thread;
  }
}
