package dev.reprise;

import static java.time.Duration.ofSeconds;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.FailureKind;
import dev.reprise.declared.RetryMethod;
import dev.reprise.declared.RetryProxy;
import dev.reprise.declared.Retryable;
import dev.reprise.function.Attempt;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The code shown in the Javadoc of this module; it must compile. */
interface JavadocSnippets {

  /** A client of a remote service. */
  interface Client<T> {

    T fetch(String id) throws IOException;

    T find(String id) throws IOException;

    T send(String request) throws IOException;
  }

  /** A timer of an event loop. */
  interface EventLoop {

    void schedule(Runnable task, Duration delay);
  }

  record Order(String id) {}

  record Receipt(String id) {}

  interface Orders {
    @Retryable(maxAttempts = 5)
    Order find(String id) throws IOException;

    @Retryable
    CompletableFuture<Receipt> place(Order order);

    String region();
  }

  static Order named(Client<Order> client, String id) throws IOException {
    Retry orders = Retry.of(RetryPolicy.builder().maxAttempts(4).build()).named("orders");
    Order order = orders.call(() -> client.fetch(id));
    return order;
  }

  static Order byHost(Retry retry, Client<Order> client, URI uri, String request)
      throws IOException {
    return retry.on(uri.getHost()).call(() -> client.send(request));
  }

  static Orders proxy(Retry retry, Orders client) {
    Orders orders = RetryProxy.of(retry, Orders.class, client);
    return orders;
  }

  static String backup(Retry retry, Client<String> primary, Client<String> replica, String url)
      throws IOException {
    return retry.callOrElse(() -> primary.fetch(url), Backup.of(() -> replica.fetch(url)));
  }

  static String decorated(Retry retry, RetryPolicy patient, String url) throws Exception {
    Callable<String> fetch = retry.decorateCallable(() -> fetch(url));
    String once = Decorated.withPolicy(fetch, patient).call();
    return once;
  }

  static String fetch(String url) throws IOException {
    return url;
  }

  static RetryPolicy rules() {
    return RetryPolicy.builder()
        .maxAttempts(6)
        .rule(FailureRule.of(FailureKind.THROTTLED).backoff(Backoff.exponential(ofSeconds(1))))
        .rule(FailureRule.of(SocketTimeoutException.class).maxFailures(2).price(2))
        .build();
  }

  static @Nullable Object intercepted(
      Retry retry,
      Object target,
      Method method,
      Object[] arguments,
      Callable<@Nullable Object> proceed)
      throws Exception {
    Optional<RetryMethod> rule = RetryMethod.find(retry, null, method, target.getClass());
    return rule.isEmpty()
        ? proceed.call()
        : rule.get().call(values -> proceed.call(), null, target, arguments);
  }

  static String plain(Retry retry, Client<String> target, String id) throws Throwable {
    if (!PlainCall.isPlain(retry)) {
      return PlainCall.call(retry, () -> target.find(id));
    }
    long start = PlainCall.startTick(retry);
    long mark = RetryReport.mark();
    String value;
    try {
      value = target.find(id);
    } catch (Throwable failure) {
      return PlainCall.afterFailure(retry, () -> target.find(id), failure, start, mark);
    }
    PlainCall.succeeded(retry, start);
    return value;
  }

  /** A driver of calls on an event loop. */
  abstract class EventDriver {

    abstract void send(Consumer<String> answered, Consumer<Throwable> failed);

    abstract void follow(@Nullable DrivenCall<String> call);

    void first(Retry retry) {
      RetryDriver driver = retry.driver();
      long began = driver.begin();
      long mark = RetryReport.mark();
      send(
          answer -> driver.succeeded(began),
          failure -> follow(driver.failed(began, mark, failure)));
    }
  }

  /** A call that an event loop drives. */
  abstract class EventCall {

    private final DrivenCall<String> call;
    private final EventLoop timer;

    EventCall(DrivenCall<String> call, EventLoop timer) {
      this.call = call;
      this.timer = timer;
    }

    abstract void send(Consumer<String> answered, Consumer<Throwable> failed);

    abstract void finish(Object outcome);

    void follow(RetryStep step) {
      if (step instanceof RetryStep.End) {
        finish(call.outcome());
      } else if (!(step instanceof RetryStep.Await)) {
        timer.schedule(() -> begin(step), step.delay());
      }
    }

    void begin(RetryStep step) {
      Attempt attempt = call.begin(step);
      follow(call.next());
      if (attempt != null) {
        send(
            answer -> follow(call.returned(attempt, answer)),
            failure -> follow(call.failed(attempt, failure)));
      }
    }
  }

  interface WithFallback {
    @Retryable(maxAttempts = 5, fallback = "cached")
    String find(String id) throws IOException;

    default String cached(String id, IOException failure) {
      return "unknown";
    }
  }
}
