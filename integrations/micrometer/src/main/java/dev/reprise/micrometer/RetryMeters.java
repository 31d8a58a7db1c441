package dev.reprise.micrometer;

import dev.reprise.Retry;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** The meters of one retry, recorded from its events. */
final class RetryMeters implements RetryListener {

  private static final double[] ATTEMPTS = {1, 2, 3, 5, 10};
  private static final Duration[] TIMES = {
    Duration.ofMillis(10),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30),
    Duration.ofMinutes(1)
  };

  private final MeterRegistry registry;
  private final Tags tags;
  private final boolean exceptionClasses;
  private final boolean firstAttemptTimes;
  private final LongAdder firstAttempts = new LongAdder();
  private final Ended retried;
  private final Ended failed;
  private final Timer firstAttemptTimer;
  private final Map<StopReason, Counter> giveUps;
  private final Map<WaitSource, Timer> waits;
  private final Counter hedgesStarted;
  private final Counter hedgesWon;
  private final Counter hedgesRefused;
  private final Counter refusedRetries;
  private final Map<String, Counter> failures = new ConcurrentHashMap<>();
  private final Map<Long, BitSet> hedgesByCall = new ConcurrentHashMap<>();

  RetryMeters(
      MeterRegistry registry,
      Tags tags,
      Retry retry,
      boolean exceptionClasses,
      boolean firstAttemptTimes) {
    this.registry = registry;
    this.tags = tags;
    this.exceptionClasses = exceptionClasses;
    this.firstAttemptTimes = firstAttemptTimes;
    FunctionCounter.builder("reprise.calls", firstAttempts, LongAdder::sum)
        .description("Calls that have ended")
        .tags(tags.and("outcome", "first_attempt"))
        .register(registry);
    retried = new Ended("retried");
    failed = new Ended("failed");
    firstAttemptTimer = duration("first_attempt");
    giveUps = byConstant(StopReason.class, reason -> giveUps(text(reason)));
    waits = byConstant(WaitSource.class, source -> waits(text(source)));
    hedgesStarted = hedges("started");
    hedgesWon = hedges("won");
    hedgesRefused = hedges("refused");
    refusedRetries = refused("retry");
    gauges(retry);
  }

  /** Meters of the calls with one outcome that did not succeed at their first attempt. */
  private final class Ended {

    private final Counter calls;
    private final DistributionSummary attempts;
    private final Timer duration;

    Ended(String outcome) {
      Tags all = tags.and("outcome", outcome);
      calls =
          Counter.builder("reprise.calls")
              .description("Calls that have ended")
              .tags(all)
              .register(registry);
      attempts =
          DistributionSummary.builder("reprise.call.attempts")
              .description("Attempts of calls that did not succeed at their first attempt")
              .serviceLevelObjectives(ATTEMPTS)
              .tags(all)
              .register(registry);
      duration = duration(outcome);
    }

    void record(RetryEvent.CallFinished call) {
      calls.increment();
      attempts.record(call.attempts());
      duration.record(call.elapsedNanos(), TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public LongAdder firstAttemptCounter() {
    return firstAttempts;
  }

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return firstAttemptTimes
        ? RetryListener.forAllEvents(this).events()
        : RetryListener.super.events();
  }

  @Override
  public void on(RetryEvent event) {
    if (event instanceof RetryEvent.FirstAttemptSucceeded succeeded) {
      firstAttemptTimer.record(succeeded.durationNanos(), TimeUnit.NANOSECONDS);
    } else if (event instanceof RetryEvent.AttemptFinished finished) {
      record(finished);
    } else if (event instanceof RetryEvent.HedgeStarted hedge) {
      hedgesStarted.increment();
      hedgesByCall.computeIfAbsent(hedge.call(), any -> new BitSet()).set(hedge.attempt());
    } else if (event instanceof RetryEvent.HedgeRefused) {
      hedgesRefused.increment();
    } else if (event instanceof RetryEvent.CallFinished call) {
      record(call);
    }
  }

  private void record(RetryEvent.AttemptFinished attempt) {
    Decision decision = attempt.decision();
    if (decision instanceof Decision.Accept) {
      BitSet hedges = hedgesByCall.get(attempt.call());
      if (hedges != null && hedges.get(attempt.attempt())) {
        hedgesWon.increment();
      }
      return;
    }
    if (decision instanceof Decision.RetryAfter retry) {
      timer(waits, retry.source()).record(retry.delayNanos(), TimeUnit.NANOSECONDS);
    }
    failures(decision.verdict().kind(), attempt.outcome()).increment();
  }

  private void record(RetryEvent.CallFinished call) {
    hedgesByCall.remove(call.call());
    if (call.stopReason() == StopReason.SUCCEEDED) {
      retried.record(call);
      return;
    }
    failed.record(call);
    Counter counter = giveUps.get(call.stopReason());
    if (counter != null) {
      counter.increment();
    }
    if (call.stopReason() == StopReason.BUDGET) {
      refusedRetries.increment();
    }
  }

  private static Timer timer(Map<WaitSource, Timer> timers, WaitSource source) {
    return timers.get(source);
  }

  private Counter failures(FailureKind kind, Outcome<?> outcome) {
    String exception = exceptionClasses ? exceptionOf(outcome) : "";
    return failures.computeIfAbsent(
        text(kind) + ' ' + exception,
        any -> {
          Tags all = tags.and("kind", text(kind));
          return Counter.builder("reprise.attempts.failed")
              .description("Attempts that were not accepted")
              .tags(exceptionClasses ? all.and("exception", exception) : all)
              .register(registry);
        });
  }

  private static String exceptionOf(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    return failure == null ? "none" : failure.getClass().getSimpleName();
  }

  private Counter giveUps(String reason) {
    return Counter.builder("reprise.giveups")
        .description("Calls that ended without success")
        .tags(tags.and("reason", reason))
        .register(registry);
  }

  private Timer waits(String source) {
    return Timer.builder("reprise.waits")
        .description("Waits between attempts, as decided")
        .serviceLevelObjectives(TIMES)
        .tags(tags.and("source", source))
        .register(registry);
  }

  private Timer duration(String outcome) {
    return Timer.builder("reprise.call.duration")
        .description("Time from the start of a call to its end, including waits")
        .serviceLevelObjectives(TIMES)
        .tags(tags.and("outcome", outcome))
        .register(registry);
  }

  private Counter hedges(String result) {
    return Counter.builder("reprise.hedges")
        .description("Further attempts while one was in flight")
        .tags(tags.and("result", result))
        .register(registry);
  }

  private Counter refused(String of) {
    return Counter.builder("reprise.budget.refused")
        .description("Attempts that the budget refused")
        .tags(tags.and("of", of))
        .register(registry);
  }

  /** The registry refers to the retry, which its owner keeps for the life of the process. */
  private void gauges(Retry retry) {
    Gauge.builder("reprise.calls.retrying", retry, one -> one.state().view().retrying())
        .description("Calls that are retrying now")
        .tags(tags)
        .strongReference(true)
        .register(registry);
    if (level(retry) >= 0) {
      Gauge.builder("reprise.budget.level", retry, RetryMeters::level)
          .description("Level of the budget, from 0 to 1")
          .tags(tags)
          .strongReference(true)
          .register(registry);
    }
  }

  private static double level(Retry retry) {
    return retry.state().budget().level(retry.environment().ticks().nanos()).orElse(-1);
  }

  private static <E extends Enum<E>, M> Map<E, M> byConstant(Class<E> type, Function<E, M> meter) {
    Map<E, M> meters = new EnumMap<>(type);
    for (E constant : type.getEnumConstants()) {
      meters.put(constant, meter.apply(constant));
    }
    return meters;
  }

  private static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
