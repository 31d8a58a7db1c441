package dev.reprise.micrometer;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.policy.RetryPolicy;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * The meters of one retry, recorded from its events. The events of one call come one after the
 * other, and each sees what was written for the one before; calls run in parallel.
 */
final class RetryMeters implements RetryListener {

  static final Duration[] TIMES = {
    Duration.ofMillis(10),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30),
    Duration.ofMinutes(1)
  };

  private static final String CALLS = "reprise.calls";
  private static final String CALLS_DESCRIPTION = "Calls that have ended";
  private static final double[] ATTEMPTS = {1, 2, 3, 5, 10};

  private final MeterRegistry registry;
  private final RetryMetrics.MeterOptions options;
  private final Tags tags;
  private final Retry retry;
  private final LongAdder firstAttempts;
  private final LongAdder retrying;
  private final LongAdder fallbacks;
  private final Ended retried;
  private final Ended failed;
  private final RareMeters<String, Timer> durations = new RareMeters<>(this::duration);
  private final RareMeters<StopReason, Counter> giveUps = new RareMeters<>(this::giveUp);
  private final RareMeters<WaitSource, Timer> waits = new RareMeters<>(this::waits);
  private final RareMeters<String, Counter> hedges = new RareMeters<>(this::hedges);
  private final RareMeters<String, Counter> refused = new RareMeters<>(this::refused);
  private final RareMeters<Failure, Counter> failures = new RareMeters<>(this::failures);

  /** Calls that are retrying, by number. Each is removed by its last event. */
  private final Map<Long, RetryingCall> calls = new ConcurrentHashMap<>();

  /** The tags of a failed attempt; the exception is empty if classes are not published. */
  private record Failure(FailureKind kind, String exception) {}

  /** The numbers of the attempts that are hedges. */
  private static final class RetryingCall {
    private final BitSet hedges = new BitSet(0);
  }

  RetryMeters(MeterRegistry registry, RetryMetrics.MeterOptions options, Retry retry) {
    this.registry = registry;
    this.options = options;
    this.retry = retry;
    tags = options.tags().and("retry", retry.name());
    Tags atOnce = tags.and("outcome", "first_attempt");
    firstAttempts =
        SharedReadings.of(
            registry,
            CALLS,
            atOnce,
            new LongAdder(),
            (name, count) -> firstAttempts(name, atOnce, count));
    retrying =
        SharedReadings.of(
            registry, "reprise.calls.retrying", tags, new LongAdder(), this::retrying);
    fallbacks =
        SharedReadings.of(registry, "reprise.fallbacks", tags, new LongAdder(), this::fallbacks);
    retried = new Ended("retried");
    failed = new Ended("failed");
    if (retry.budgetLevel().isPresent()) {
      SharedReadings.of(
              registry, "reprise.budget.level", tags, new BudgetLevels(), this::budgetLevel)
          .add(this);
    }
    registerExpected(retry.policy());
  }

  /** Meters that would else miss their first value, because a rate needs an earlier sample. */
  private void registerExpected(RetryPolicy policy) {
    giveUps.register(StopReason.NOT_RETRYABLE, StopReason.ATTEMPTS, StopReason.BUDGET);
    if (policy.hasTimeLimit()) {
      giveUps.register(StopReason.DEADLINE);
    }
    refused.register("retry");
    if (policy.isHedged()) {
      refused.register("hedge");
      hedges.register("started", "won");
    }
  }

  /** The calls with one outcome that did not succeed at their first attempt. */
  private final class Ended {

    private final String outcome;
    private final Counter calls;
    private final DistributionSummary attempts;

    Ended(String outcome) {
      this.outcome = outcome;
      Tags all = tags.and("outcome", outcome);
      calls = Counter.builder(CALLS).description(CALLS_DESCRIPTION).tags(all).register(registry);
      attempts =
          DistributionSummary.builder("reprise.call.attempts")
              .description("Attempts of calls that did not succeed at their first attempt")
              .serviceLevelObjectives(ATTEMPTS)
              .tags(all)
              .register(registry);
    }

    void record(RetryEvent.CallFinished call) {
      calls.increment();
      attempts.record(call.attempts());
      durations.of(outcome).record(call.elapsedNanos(), TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public LongAdder firstAttemptCounter() {
    return firstAttempts;
  }

  @Override
  public LongAdder fallbackCounter() {
    return fallbacks;
  }

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return events(options.firstAttemptTimes());
  }

  static Set<Class<? extends RetryEvent>> events(boolean firstAttemptTimes) {
    return firstAttemptTimes
        ? Set.of(RetryEvent.class)
        : Set.of(
            RetryEvent.HedgeStarted.class,
            RetryEvent.HedgeRefused.class,
            RetryEvent.AttemptFinished.class,
            RetryEvent.CallFinished.class);
  }

  @Override
  public void on(RetryEvent event) {
    if (event instanceof RetryEvent.AttemptFinished finished) {
      record(finished);
    } else if (event instanceof RetryEvent.CallFinished call) {
      record(call);
    } else if (event instanceof RetryEvent.HedgeStarted hedge) {
      retryingCall(hedge.call()).hedges.set(hedge.attempt());
      hedges.of("started").increment();
    } else if (event instanceof RetryEvent.HedgeRefused) {
      hedges.of("refused").increment();
      refused.of("hedge").increment();
    } else if (event instanceof RetryEvent.FirstAttemptSucceeded succeeded) {
      durations.of("first_attempt").record(succeeded.durationNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private RetryingCall retryingCall(long number) {
    return calls.computeIfAbsent(
        number,
        begins -> {
          retrying.increment();
          return new RetryingCall();
        });
  }

  private void record(RetryEvent.AttemptFinished attempt) {
    Decision decision = attempt.decision();
    if (decision instanceof Decision.Accept) {
      RetryingCall call = calls.get(attempt.call());
      if (call != null && call.hedges.get(attempt.attempt())) {
        hedges.of("won").increment();
      }
      return;
    }
    if (decision instanceof Decision.RetryAfter again) {
      retryingCall(attempt.call());
      waits.of(again.source()).record(again.delayNanos(), TimeUnit.NANOSECONDS);
    }
    if (!Attempts.isCancelledForAnother(attempt)) {
      failures.of(failure(decision.verdict().kind(), attempt.outcome())).increment();
    }
  }

  private void record(RetryEvent.CallFinished call) {
    if (calls.remove(call.call()) != null) {
      retrying.decrement();
    }
    if (call.stopReason() != StopReason.SUCCEEDED) {
      failed.record(call);
      giveUps.of(call.stopReason()).increment();
      if (call.stopReason() == StopReason.BUDGET) {
        refused.of("retry").increment();
      }
    } else if (call.attempts() == 1) { // the budget refused its hedge
      firstAttempts.increment();
    } else {
      retried.record(call);
    }
  }

  private FunctionCounter firstAttempts(String name, Tags atOnce, Supplier<LongAdder> count) {
    // The function references the count: a function counter keeps its object only weakly.
    return FunctionCounter.builder(name, count, any -> count.get().sum())
        .description(CALLS_DESCRIPTION)
        .tags(atOnce)
        .register(registry);
  }

  private FunctionCounter fallbacks(String name, Supplier<LongAdder> count) {
    return FunctionCounter.builder(name, count, any -> count.get().sum())
        .description("Failed calls that returned the result of a fallback or backup")
        .tags(tags)
        .register(registry);
  }

  private Gauge retrying(String name, Supplier<LongAdder> count) {
    return Gauge.builder(name, () -> count.get().sum())
        .description("Calls that wait for a retry, make one, or were hedged")
        .tags(tags)
        .register(registry);
  }

  private Gauge budgetLevel(String name, Supplier<BudgetLevels> levels) {
    return Gauge.builder(name, () -> levels.get().lowest())
        .description("Lowest level of the budgets, from 0 to 1")
        .tags(tags)
        .register(registry);
  }

  OptionalDouble budgetLevel() {
    return current().budgetLevel();
  }

  private Retry current() {
    RetrySource source = options.source();
    try {
      return source == null ? retry : source.retry(retry.name());
    } catch (IllegalArgumentException unknownName) {
      return retry;
    }
  }

  private Failure failure(FailureKind kind, Outcome<?> outcome) {
    return new Failure(kind, options.exceptionClasses() ? exceptionOf(outcome) : "");
  }

  private Counter failures(Failure failure) {
    Tags kind = tags.and("kind", Attempts.text(failure.kind()));
    return Counter.builder("reprise.attempts.failed")
        .description("Attempts that were not accepted")
        .tags(options.exceptionClasses() ? kind.and("exception", failure.exception()) : kind)
        .register(registry);
  }

  /** An anonymous class has no simple name. */
  private static String exceptionOf(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    if (failure == null) {
      return Attempts.NONE;
    }
    Class<?> type = failure.getClass();
    return type.isAnonymousClass() ? type.getSuperclass().getSimpleName() : type.getSimpleName();
  }

  private Counter giveUp(StopReason reason) {
    return counter("reprise.giveups", "Calls that ended without success", "reason", reason);
  }

  private Counter hedges(String result) {
    return counter("reprise.hedges", "Attempts in parallel with one in flight", "result", result);
  }

  private Counter refused(String of) {
    return counter("reprise.budget.refused", "Attempts that the budget refused", "of", of);
  }

  private Counter counter(String name, String description, String tag, Object value) {
    return Counter.builder(name)
        .description(description)
        .tags(
            tags.and(
                tag,
                value instanceof Enum<?> constant ? Attempts.text(constant) : value.toString()))
        .register(registry);
  }

  private Timer waits(WaitSource source) {
    return timer(
        "reprise.waits", "Waits between attempts, as decided", "source", Attempts.text(source));
  }

  private Timer duration(String outcome) {
    return timer(
        "reprise.call.duration",
        "Time from the start of a call to its end, including waits",
        "outcome",
        outcome);
  }

  private Timer timer(String name, String description, String tag, String value) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(TIMES)
        .tags(tags.and(tag, value))
        .register(registry);
  }
}
