package dev.reprise.internal.call;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.DelayRange;
import dev.reprise.backoff.Jitter;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.WaitSource;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.AttemptRecord.Ending;
import dev.reprise.report.AttemptRecord.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a running call for its report: the one that ended first and the four that ended
 * last. Failures are described only when the report is created.
 */
public final class History {

  private static final int LAST = 4;

  private final Entry first;
  private final @Nullable Entry[] last = new Entry[LAST];
  private int later;

  private History(Entry first) {
    this.first = first;
  }

  /**
   * Returns the history with one more attempt; null as the history means that no attempt has ended.
   */
  public static History with(@Nullable History before, Entry entry) {
    if (before == null) {
      return new History(entry);
    }
    before.last[before.later % LAST] = entry;
    before.later++;
    return before;
  }

  /** The attempt that ended last: the decision after it applies to the call. */
  public Entry latest() {
    Entry entry = later == 0 ? null : last[(later - 1) % LAST];
    return entry == null ? first : entry;
  }

  /** All recorded attempts, by number. */
  public List<AttemptRecord> records(CallSettings settings, boolean succeeded) {
    List<AttemptRecord> records = new ArrayList<>();
    records.add(first.record(settings, succeeded));
    for (int i = Math.max(0, later - LAST); i < later; i++) {
      Entry entry = last[i % LAST];
      if (entry != null) {
        records.add(entry.record(settings, succeeded));
      }
    }
    records.sort(Comparator.comparingInt(AttemptRecord::number));
    return records;
  }

  public record Entry(
      int number,
      long startedAfterNanos,
      long durationNanos,
      Outcome<?> outcome,
      Decision decision,
      boolean calledOff) {

    public AttemptRecord record(CallSettings settings, boolean succeeded) {
      FailureKind kind = decision.verdict().kind();
      Ending ending = ending();
      return new AttemptRecord(
          number,
          startedAfterNanos,
          durationNanos,
          ending,
          words(ending, settings, succeeded),
          kind,
          decision instanceof Decision.RetryAfter again
              ? wait(settings.policy(), again, outcome.failureOrNull())
              : null,
          decision instanceof Decision.DeferredToInFlight);
    }

    private Ending ending() {
      if (calledOff) {
        return Ending.CANCELLED;
      }
      if (outcome instanceof Outcome.Threw) {
        return Ending.FAILED;
      }
      return decision instanceof Decision.Accept ? Ending.SUCCEEDED : Ending.REJECTED;
    }

    private String words(Ending ending, CallSettings settings, boolean succeeded) {
      Throwable failure = outcome.failureOrNull();
      if (failure != null && ending == Ending.FAILED) {
        return settings.describer().apply(failure);
      }
      if (decision instanceof Decision.GiveUp giveUp && giveUp.policyFailure() != null) {
        return "result not judged: " + settings.describer().apply(giveUp.policyFailure());
      }
      return switch (ending) {
        case SUCCEEDED -> "succeeded";
        case CANCELLED -> succeeded ? "cancelled, another attempt succeeded" : "cancelled";
        default -> settings.origin().describe(outcome.valueOrNull());
      };
    }

    private static Wait wait(
        RetryPolicy policy, Decision.RetryAfter again, @Nullable Throwable failure) {
      long nanos = again.delayNanos();
      return switch (again.source()) {
        case BACKOFF -> Wait.of(nanos, WaitSource.BACKOFF);
        case SERVER -> asked(policy, again.verdict().hintNanos(), nanos);
        case JITTER -> drawn(rangeOf(policy, again.verdict(), failure, again.progress()), nanos);
      };
    }

    /** The wait that the server requested, lengthened by the jitter of hints. */
    private static Wait asked(RetryPolicy policy, long hint, long nanos) {
      long jitter = (long) (hint * policy.hintJitter());
      long most = jitter > Long.MAX_VALUE - hint ? Long.MAX_VALUE : hint + jitter;
      return hint <= 0 || nanos < hint || nanos > most
          ? Wait.of(nanos, WaitSource.SERVER)
          : new Wait(nanos, WaitSource.SERVER, hint, most);
    }

    /** A server's earlier hint lengthens later draws of some curves beyond their range. */
    private static Wait drawn(@Nullable DelayRange range, long nanos) {
      return range == null || nanos < range.minNanos() || nanos > range.maxNanos()
          ? Wait.of(nanos, WaitSource.JITTER)
          : new Wait(nanos, WaitSource.JITTER, range.minNanos(), range.maxNanos());
    }
  }

  /**
   * Range of the wait before a retry. Null if the curve itself is random: that is too expensive to
   * compute for each failed call.
   *
   * @param counted progress of the call, including the failure
   */
  public static @Nullable DelayRange rangeOf(
      RetryPolicy policy, Verdict verdict, @Nullable Throwable failure, Progress counted) {
    FailureRule rule = policy.ruleFor(verdict, failure).orElse(null);
    Backoff own = rule == null ? null : rule.backoff().orElse(null);
    return own == null
        ? rangeOf(policy.backoff(), Math.max(1, counted.retry()))
        : rangeOf(own, Math.max(1, counted.failures().of(policy.rules().indexOf(rule))));
  }

  private static @Nullable DelayRange rangeOf(Backoff backoff, int number) {
    boolean cheap = !backoff.isRandom(number) || !backoff.jitter().equals(Jitter.none());
    return cheap ? backoff.range(number).orElse(null) : null;
  }
}
