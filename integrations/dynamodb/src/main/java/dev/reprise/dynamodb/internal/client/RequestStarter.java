package dev.reprise.dynamodb.internal.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Starts requests of the asynchronous client on separate daemon threads. The SDK clears the
 * interrupt flag of a thread that starts a request, so a run whose caller is interrupted at that
 * moment would miss the interrupt. There is one thread for each request that is being started; idle
 * threads end after ten seconds and keep no class loader.
 */
public final class RequestStarter {

  private static final int IDLE_SECONDS = 10;
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final Executor THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          RequestStarter::thread);

  private RequestStarter() {}

  /**
   * Starts a request.
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
    Thread thread = new Thread(requests, "reprise-dynamodb-" + NUMBER.incrementAndGet());
    thread.setDaemon(true);
    thread.setContextClassLoader(RequestStarter.class.getClassLoader());
    return thread;
  }
}
