package dev.reprise.examples.driven;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryStep;
import dev.reprise.classify.Outcome;
import dev.reprise.function.Attempt;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A GET in an event loop: one thread, which must never wait. All methods and callbacks run on this
 * thread.
 */
public final class EventLoopGet {

  private final ScheduledExecutorService loop;
  private final HttpClient client;
  private final HttpRequest request;
  private final Consumer<Outcome<HttpResponse<String>>> answer;
  private final DrivenCall<HttpResponse<String>> call;

  private EventLoopGet(
      ScheduledExecutorService loop,
      HttpClient client,
      Retry retry,
      HttpRequest request,
      Consumer<Outcome<HttpResponse<String>>> answer) {
    this.loop = loop;
    this.client = client;
    this.request = request;
    this.answer = answer;
    call = retry.driver().start();
  }

  /** Sends a request and passes its final outcome to the callback. */
  public static void send(
      ScheduledExecutorService loop,
      HttpClient client,
      Retry retry,
      HttpRequest request,
      Consumer<Outcome<HttpResponse<String>>> answer) {
    EventLoopGet get = new EventLoopGet(loop, client, retry, request, answer);
    get.follow(get.call.next());
  }

  private void follow(RetryStep step) {
    if (step instanceof RetryStep.End) {
      answer.accept(call.outcome());
    } else if (!(step instanceof RetryStep.Await)) {
      ScheduledFuture<?> unused =
          loop.schedule(() -> begin(step), step.delay().toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void begin(RetryStep step) {
    Attempt attempt = call.begin(step);
    follow(call.next());
    if (attempt != null) {
      CompletableFuture<?> unused =
          client
              .sendAsync(request, BodyHandlers.ofString())
              .whenCompleteAsync((response, failure) -> end(attempt, response, failure), loop);
    }
  }

  private void end(Attempt attempt, HttpResponse<String> response, Throwable failure) {
    follow(failure == null ? call.returned(attempt, response) : call.failed(attempt, failure));
  }
}
