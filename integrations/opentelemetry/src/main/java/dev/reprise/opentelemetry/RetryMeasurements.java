package dev.reprise.opentelemetry;

import dev.reprise.classify.FailureKind;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.opentelemetry.RetryTelemetry.Option;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Records the events of a retry in the instruments. */
final class RetryMeasurements implements RetryListener {

  private static final double NANOS_PER_SECOND = 1e9;

  private final RetryInstruments instruments;
  private final RetryCounts counts;
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
  private final Map<Long, Set<Integer>> hedgesByCall = new ConcurrentHashMap<>();

  RetryMeasurements(RetryInstruments instruments, RetryCounts counts, Set<Option> options) {
    this.instruments = instruments;
    this.counts = counts;
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
      instruments.hedges().add(1, started);
      hedgesByCall
          .computeIfAbsent(hedge.call(), call -> ConcurrentHashMap.newKeySet())
          .add(hedge.attempt());
    } else if (event instanceof RetryEvent.HedgeRefused) {
      instruments.hedges().add(1, refused);
      instruments.refused().add(1, ofHedge);
    } else if (event instanceof RetryEvent.CallFinished call) {
      record(call);
    }
  }

  private void recordDuration(long nanos, Attributes attributes) {
    instruments.duration().record(nanos / NANOS_PER_SECOND, attributes);
  }

  private void record(RetryEvent.AttemptFinished attempt) {
    Decision decision = attempt.decision();
    if (decision instanceof Decision.Accept) {
      if (hedgesByCall.getOrDefault(attempt.call(), Set.of()).contains(attempt.attempt())) {
        instruments.hedges().add(1, won);
      }
      return;
    }
    Attributes kind = attributesOf(decision.verdict().kind());
    instruments.failedAttempts().add(1, exceptionClasses ? withClass(kind, attempt) : kind);
    if (decision instanceof Decision.RetryAfter again) {
      double wait = again.delayNanos() / NANOS_PER_SECOND;
      instruments.waits().record(wait, bySource.getOrDefault(again.source(), counts.attributes()));
    }
  }

  private Attributes attributesOf(FailureKind kind) {
    return byKind.getOrDefault(kind, counts.attributes());
  }

  private static Attributes withClass(Attributes kind, RetryEvent.AttemptFinished attempt) {
    Throwable failure = attempt.outcome().failureOrNull();
    String exception = failure == null ? "none" : failure.getClass().getSimpleName();
    return kind.toBuilder().put(MetricAttributes.EXCEPTION, exception).build();
  }

  private void record(RetryEvent.CallFinished call) {
    hedgesByCall.remove(call.call());
    StopReason reason = call.stopReason();
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
