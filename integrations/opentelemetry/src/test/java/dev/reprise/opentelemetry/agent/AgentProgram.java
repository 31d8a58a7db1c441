package dev.reprise.opentelemetry.agent;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryCall;
import dev.reprise.RetryStep;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.function.Attempt;
import dev.reprise.hedge.Hedge;
import dev.reprise.opentelemetry.RetryTelemetry;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Makes a retried call of each shape with the HTTP client of the JDK, to a path with the name of
 * the shape. Each call begins below a root span {@code caller SHAPE}, which is not current any more
 * when the call is retried.
 */
public final class AgentProgram {

  /** First argument: retries are observed by {@link RetryTelemetry}. */
  public static final String OBSERVED = "observed";

  /** First argument: retries are not observed. */
  public static final String PLAIN = "plain";

  private static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(3)
          .backoff(Backoff.fixed(Duration.ofMillis(20)))
          .idempotency(Idempotency.IDEMPOTENT)
          .build();

  private final HttpClient client = HttpClient.newHttpClient();
  private final ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
  private final Retry retry;
  private final Retry hedged;
  private final String server;

  private AgentProgram(boolean observed, String server) {
    Retry plain = Retry.of(POLICY).withBudget(RetryBudget.unlimited()).named("pages");
    retry = observed ? RetryTelemetry.of(GlobalOpenTelemetry.get()).observe(plain) : plain;
    hedged = retry.withPolicy(POLICY.toBuilder().hedge(Hedge.after(Duration.ofMillis(50))).build());
    this.server = server;
  }

  /**
   * Runs the program.
   *
   * @param args {@link #OBSERVED} or {@link #PLAIN}, and the address of the server
   * @throws Exception if a call fails
   */
  public static void main(String[] args) throws Exception {
    AgentProgram program = new AgentProgram(args[0].equals(OBSERVED), args[1]);
    try {
      program.run();
    } finally {
      program.pool.shutdown();
    }
  }

  private void run() throws Exception {
    Map<String, Callable<CompletableFuture<String>>> shapes = new LinkedHashMap<>();
    shapes.put(
        "blocking", () -> CompletableFuture.completedFuture(retry.call(() -> fetch("blocking"))));
    shapes.put("token", () -> CompletableFuture.completedFuture(byToken()));
    shapes.put("stages", () -> retry.callAsync(() -> fetchLater("stages")));
    shapes.put("executor", () -> retry.callAsync(() -> fetch("executor"), pool));
    shapes.put("hedged", () -> hedged.callAsync(() -> fetchLater("hedged")));
    shapes.put("hedged-blocking", () -> hedged.callAsync(() -> fetch("hedged-blocking"), pool));
    shapes.put("driven", () -> drive(retry.driver().start()));
    for (Map.Entry<String, Callable<CompletableFuture<String>>> shape : shapes.entrySet()) {
      System.out.println(
          below("caller " + shape.getKey(), shape.getValue()).get(1, TimeUnit.MINUTES));
    }
  }

  private static CompletableFuture<String> below(
      String name, Callable<CompletableFuture<String>> call) throws Exception {
    Span caller =
        GlobalOpenTelemetry.getTracer("program").spanBuilder(name).setNoParent().startSpan();
    CompletableFuture<String> begun;
    try (Scope scope = caller.makeCurrent()) {
      begun = call.call();
    }
    return begun.whenComplete((page, failure) -> caller.end());
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create(server + "/" + path)).build();
  }

  private String fetch(String path) throws IOException, InterruptedException {
    return page(client.send(request(path), BodyHandlers.ofString()));
  }

  private CompletableFuture<String> fetchLater(String path) {
    return client
        .sendAsync(request(path), BodyHandlers.ofString())
        .thenApply(
            response -> {
              try {
                return page(response);
              } catch (IOException unavailable) {
                throw new CompletionException(unavailable);
              }
            });
  }

  private static String page(HttpResponse<String> response) throws IOException {
    if (response.statusCode() != 200) {
      throw new IOException("status " + response.statusCode());
    }
    return response.body();
  }

  private String byToken() throws IOException, InterruptedException {
    try (RetryCall call = retry.begin()) {
      while (true) {
        try {
          String page = fetch("token");
          call.succeeded();
          return page;
        } catch (IOException failure) {
          call.failed(failure);
        }
      }
    }
  }

  /** An event loop of one thread at a time. */
  private CompletableFuture<String> drive(DrivenCall<String> call) {
    CompletableFuture<String> over = new CompletableFuture<>();
    follow(call, call.next(), over);
    return over;
  }

  private void follow(DrivenCall<String> call, RetryStep step, CompletableFuture<String> over) {
    if (step instanceof RetryStep.End) {
      over.complete(String.valueOf(call.outcome().valueOrNull()));
    } else if (!(step instanceof RetryStep.Await)) {
      var unused =
          pool.schedule(
              () -> begin(call, step, over), step.delay().toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void begin(DrivenCall<String> call, RetryStep step, CompletableFuture<String> over) {
    Attempt attempt = call.begin(step);
    if (attempt == null) {
      follow(call, call.next(), over);
      return;
    }
    RetryStep after;
    try (CallContext.Scope scope = call.enter(attempt)) {
      after = call.returned(attempt, fetch("driven"));
    } catch (IOException failure) {
      after = call.failed(attempt, failure);
    } catch (InterruptedException stopped) {
      after = call.failed(attempt, stopped);
    }
    follow(call, after, over);
  }
}
