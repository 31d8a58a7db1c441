package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchException;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.Batch;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsTest {

  private static final Path GUIDE = Path.of("../docs/guide/metrics.md");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final VirtualTime time = VirtualTime.seeded(1);
  private final Retry retry =
      Retry.of(RetryPolicy.builder().backoff(Backoff.fixed(Duration.ofSeconds(1))).build())
          .withEnvironment(time);

  private ScriptedOperation<String> failing(int times) {
    ScriptedOperation<String> operation = new ScriptedOperation<>(time);
    for (int i = 0; i < times; i++) {
      operation.fails(new IOException("reset"));
    }
    return operation.returns("page");
  }

  @Test
  void calls_are_measured() throws Exception {
    Metrics.measured(registry, retry).call(failing(1));

    assertThat(registry.get("reprise.calls").tag("outcome", "retried").counter().count()).isOne();
  }

  @Test
  void a_reload_changes_the_budget_that_is_published() {
    RetryRegistry policies =
        Metrics.policies(registry, Map.of("reprise.policies.orders.budget", "none"));
    assertThat(registry.get("reprise.budget.level").gauge().value()).isZero();
    policies.reload(Map.of("reprise.policies.orders.budget", "standard"));

    assertThat(registry.get("reprise.budget.level").gauge().value()).isEqualTo(1);
  }

  @Test
  void a_convention_adds_a_value() throws Exception {
    List<Observation.Context> stopped = new ArrayList<>();
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(
            new ObservationHandler<Observation.Context>() {
              @Override
              public boolean supportsContext(Observation.Context context) {
                return true;
              }

              @Override
              public void onStop(Observation.Context context) {
                stopped.add(context);
              }
            });
    Metrics.observed(observations, retry).call(failing(0));
    Metrics.observedBy(observations, retry).call(failing(0));

    assertThat(stopped)
        .extracting(Observation.Context::getName)
        .containsExactly("reprise.attempt", "reprise.call", "reprise.attempt", "reprise.call");
    assertThat(stopped.get(3).getLowCardinalityKeyValue("region").getValue()).isEqualTo("eu-1");
  }

  /** Every series and every meter of the page is in a scrape. */
  @Test
  void the_names_of_the_guide_exist() throws Exception {
    Retry measured = Metrics.measured(registry, retry.withBudget(RetryBudget.standard()));
    measured.call(failing(0));
    measured.call(failing(1));
    assertThat(catchException(() -> measured.call(failing(9)))).isInstanceOf(IOException.class);
    RetryPolicy hedged =
        RetryPolicy.builder()
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(Duration.ofMillis(1)))
            .build();
    ScriptedOperation<String> slow = new ScriptedOperation<>(time);
    slow.takes(Duration.ofSeconds(1)).returns("page");
    time.await(measured.withPolicy(hedged).callAsync(slow::stage));
    Metrics.batch(
        registry, Batch.of(retry, (List<String> chunk) -> BatchReply.allDone()), List.of("a"));
    IdempotencyGuard<String> guard =
        IdempotencyGuard.of(
            new InMemoryIdempotencyStore(10, time.wallClock()), OutcomeCodec.string());
    Metrics.guard(registry, guard)
        .call(IdempotencyKey.of("ann", "pay", "k-1"), Fingerprint.none(), holder -> "receipt");

    Set<String> series =
        registry
            .scrape()
            .lines()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.replaceAll("[{ ].*", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> meters =
        registry.getMeters().stream()
            .map(meter -> meter.getId().getName())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(series).containsAll(found("\\breprise_[a-z_]+"));
    assertThat(meters).containsAll(metersOfGuide());
  }

  /** Without the names of observations and properties, which are no meters here. */
  private static Set<String> metersOfGuide() throws IOException {
    Set<String> names = found("(?<!dev\\.)\\breprise\\.[a-z.]+[a-z]");
    names.removeAll(
        Set.of(
            "reprise.call",
            "reprise.attempt",
            "reprise.attempts",
            "reprise.policies",
            "reprise.metrics.enabled"));
    return names;
  }

  private static Set<String> found(String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(GUIDE))
        .results()
        .map(name -> name.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void options_are_used_for_all_retries() throws Exception {
    Metrics.withOptions(registry).bind(retry.named("orders")).call(failing(1));

    assertThat(
            registry
                .get("reprise.attempts.failed")
                .tags("team", "shop", "exception", "IOException")
                .counter()
                .count())
        .isOne();
  }
}
