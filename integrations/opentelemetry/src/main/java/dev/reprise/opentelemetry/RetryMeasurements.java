package dev.reprise.opentelemetry;

import dev.reprise.Retry;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Records the events of a retry in the instruments. */
final class RetryMeasurements implements RetryListener {

  private static final double NANOS_PER_SECOND = 1e9;

  private final RetryInstruments instruments;
  private final RetryCounts counts;
  private final Retry retry;
  private final boolean exceptionClasses;
  private final boolean firstAttemptTimes;
  private final Map<FailureKind, Attributes> byKind;
  private final Map<StopReason, Attributes> byReason;
  private final Map<WaitSource, Attributes> bySource;
  private final Attributes started;
  private final Attributes won;
  private final Attributes refused;
  private final Attributes ofRetry;
  private final Attributes ofHedge;

  /** The hedges of the calls that are retrying, by number. Each is removed by its last event. */
  private final Map<Long, BitSet> hedgesByCall = new ConcurrentHashMap<>();

  RetryMeasurements(
      RetryInstruments instruments, RetryCounts counts, Retry retry, Set<Option> options) {
    this.instruments = instruments;
    this.counts = counts;
    this.retry = retry;
    exceptionClasses = options.contains(Option.EXCEPTION_CLASSES);
    firstAttemptTimes = options.contains(Option.FIRST_ATTEMPT_TIMES);
    byKind = byConstant(FailureKind.class, MetricAttributes.KIND);
    byReason = byConstant(StopReason.class, MetricAttributes.REASON);
    bySource = byConstant(WaitSource.class, MetricAttributes.SOURCE);
    started = with(MetricAttributes.RESULT, "started");
    won = with(MetricAttributes.RESULT, "won");
    refused = with(MetricAttributes.RESULT, "refused");
    ofRetry = with(MetricAttributes.OF, "retry");
    ofHedge = with(MetricAttributes.OF, "hedge");
  }

  private <E extends Enum<E>> Map<E, Attributes> byConstant(
      Class<E> type, AttributeKey<String> key) {
    Map<E, Attributes> all = new EnumMap<>(type);
    for (E constant : type.getEnumConstants()) {
      all.put(constant, with(key, SpanAttributes.text(constant)));
    }
    return all;
  }

  private Attributes with(AttributeKey<String> key, String value) {
    return counts.attributes().toBuilder().put(key, value).build();
  }

  @Override
  public LongAdder firstAttemptCounter() {
    return counts.firstAttempts();
  }

  @Override
  public LongAdder fallbackCounter() {
    return counts.fallbacks();
  }

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return firstAttemptTimes ? Set.of(RetryEvent.class) : RetryListener.super.events();
  }

  @Override
  public void on(RetryEvent event) {
    if (event instanceof RetryEvent.FirstAttemptSucceeded only) {
      recordDuration(only.durationNanos(), counts.ofFirstAttempts());
    } else if (event instanceof RetryEvent.AttemptFinished attempt) {
      record(attempt);
    } else if (event instanceof RetryEvent.HedgeStarted hedge) {
      hedgesOf(hedge.call()).set(hedge.attempt());
      instruments.hedges().add(1, started);
    } else if (event instanceof RetryEvent.HedgeRefused) {
      instruments.hedges().add(1, refused);
      instruments.refused().add(1, ofHedge);
    } else if (event instanceof RetryEvent.CallFinished call) {
      record(call);
    }
  }

  /** The hedges of a call, which counts as retrying from now on. */
  private BitSet hedgesOf(long call) {
    return hedgesByCall.computeIfAbsent(
        call,
        begins -> {
          counts.retrying().increment();
          return new BitSet(0);
        });
  }

  OptionalDouble budgetLevel() {
    return retry.budgetLevel();
  }

  private void recordDuration(long nanos, Attributes attributes) {
    instruments.duration().record(nanos / NANOS_PER_SECOND, attributes);
  }

  private void record(RetryEvent.AttemptFinished attempt) {
    Decision decision = attempt.decision();
    if (decision instanceof Decision.Accept) {
      BitSet hedges = hedgesByCall.get(attempt.call());
      if (hedges != null && hedges.get(attempt.attempt())) {
        instruments.hedges().add(1, won);
      }
      return;
    }
    if (decision instanceof Decision.RetryAfter again) {
      BitSet unused = hedgesOf(attempt.call());
      double wait = again.delayNanos() / NANOS_PER_SECOND;
      instruments.waits().record(wait, bySource.getOrDefault(again.source(), counts.attributes()));
    }
    if (!AttemptEnd.isCancelledForAnother(attempt)) {
      Attributes kind = attributesOf(decision.verdict().kind());
      instruments.failedAttempts().add(1, exceptionClasses ? withClass(kind, attempt) : kind);
    }
  }

  private Attributes attributesOf(FailureKind kind) {
    return byKind.getOrDefault(kind, counts.attributes());
  }

  private static Attributes withClass(Attributes kind, RetryEvent.AttemptFinished attempt) {
    Throwable failure = attempt.outcome().failureOrNull();
    String exception = failure == null ? "none" : simpleName(failure.getClass());
    return kind.toBuilder().put(MetricAttributes.EXCEPTION, exception).build();
  }

  /** An anonymous class has no simple name. */
  private static String simpleName(Class<?> type) {
    return type.isAnonymousClass() ? type.getSuperclass().getSimpleName() : type.getSimpleName();
  }

  private void record(RetryEvent.CallFinished call) {
    if (hedgesByCall.remove(call.call()) != null) {
      counts.retrying().decrement();
    }
    StopReason reason = call.stopReason();
    if (reason == StopReason.SUCCEEDED && call.attempts() == 1) { // its hedge was refused
      counts.firstAttempts().increment();
      return;
    }
    Attributes outcome = counts.count(reason == StopReason.SUCCEEDED);
    instruments.attempts().record(call.attempts(), outcome);
    recordDuration(call.elapsedNanos(), outcome);
    if (reason != StopReason.SUCCEEDED) {
      instruments.giveUps().add(1, byReason.getOrDefault(reason, counts.attributes()));
    }
    if (reason == StopReason.BUDGET) {
      instruments.refused().add(1, ofRetry);
    }
  }
}
