package dev.reprise.micrometer;

import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.event.GuardListener;
import dev.reprise.idempotency.event.GuardedCallEnd;
import dev.reprise.idempotency.event.GuardedCallEnd.Result;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the metrics of idempotency guards to a Micrometer registry:
 *
 * <pre>{@code
 * IdempotencyGuard<Receipt> payments = GuardMetrics.of(registry).bind("payments", guard);
 * }</pre>
 *
 * <table>
 *   <caption>Meters; each has the tag {@code guard}, the name given to {@link #bind}</caption>
 *   <tr><th>name</th><th>type</th><th>further tags</th><th>value</th></tr>
 *   <tr><td>{@code reprise.idempotency.calls}</td><td>counter</td><td>{@code result}: {@code ran},
 *       {@code replayed}, {@code failed} and the other constants of {@link Result} in lower case</td>
 *       <td>calls that have ended</td></tr>
 *   <tr><td>{@code reprise.idempotency.waits}</td><td>timer</td><td></td><td>waits of calls for a
 *       different holder of their key</td></tr>
 * </table>
 *
 * <p>Tags never contain a key, an owner or a message. A meter for a rare result is registered when
 * it first occurs. Guards with one name share their meters.
 */
public final class GuardMetrics {

  private final MeterRegistry registry;
  private final Tags tags;

  private GuardMetrics(MeterRegistry registry, Tags tags) {
    this.registry = registry;
    this.tags = tags;
  }

  /**
   * Creates metrics without further tags.
   *
   * @param registry receives the meters
   * @return metrics for any number of guards
   */
  public static GuardMetrics of(MeterRegistry registry) {
    return new GuardMetrics(Objects.requireNonNull(registry, "registry"), Tags.empty());
  }

  /**
   * Adds tags to all meters.
   *
   * @param added the tags, in addition to those added before
   * @return a copy with these tags
   */
  public GuardMetrics withTags(Tags added) {
    return new GuardMetrics(registry, tags.and(Objects.requireNonNull(added, "added")));
  }

  /**
   * Registers the meters of a guard and records its calls.
   *
   * @param name the name of the guard, such as that of its operation
   * @param guard the guard
   * @param <T> type of the operation's value
   * @return a copy whose calls are recorded
   */
  public <T extends @Nullable Object> IdempotencyGuard<T> bind(
      String name, IdempotencyGuard<T> guard) {
    Tags named = tags.and("guard", Objects.requireNonNull(name, "name"));
    return guard.withListener(new GuardMeters(registry, named));
  }

  private static final class GuardMeters implements GuardListener {

    private final MeterRegistry registry;
    private final Tags tags;
    private final RareMeters<Result, Counter> calls = new RareMeters<>(this::calls);
    private final Timer waits;

    GuardMeters(MeterRegistry registry, Tags tags) {
      this.registry = registry;
      this.tags = tags;
      calls.register(Result.RAN, Result.REPLAYED, Result.FAILED);
      waits =
          Timer.builder("reprise.idempotency.waits")
              .description("Waits of calls for a different holder of their key")
              .serviceLevelObjectives(RetryMeters.TIMES)
              .tags(tags)
              .register(registry);
    }

    private Counter calls(Result result) {
      return Counter.builder("reprise.idempotency.calls")
          .description("Guarded calls that have ended")
          .tags(tags.and("result", Attempts.text(result)))
          .register(registry);
    }

    @Override
    public void ended(GuardedCallEnd end) {
      calls.of(end.result()).increment();
      if (end.waitNanos() > 0) {
        waits.record(end.waitNanos(), TimeUnit.NANOSECONDS);
      }
    }
  }
}
