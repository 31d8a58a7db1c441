package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Progress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a policy for certain failures. Uses loops instead of streams: each policy uses this
 * class when it is built, and the first lambda of a process would slow down a command that takes a
 * few milliseconds.
 *
 * @param list in the order in which they are checked
 */
record FailureRules(List<FailureRule> list) {

  static final int NONE = -1;

  FailureRules {
    list = List.copyOf(list);
  }

  /** Index of the first rule for a failure; {@link #NONE} if there is none. */
  int indexFor(Verdict verdict, @Nullable Throwable failure) {
    for (int index = 0; index < list.size(); index++) {
      if (list.get(index).isFor(verdict.kind(), failure)) {
        return index;
      }
    }
    return NONE;
  }

  /** The first rule for a failure. */
  Optional<FailureRule> of(Verdict verdict, @Nullable Throwable failure) {
    int index = indexFor(verdict, failure);
    return index == NONE ? Optional.empty() : Optional.of(list.get(index));
  }

  /** Counts a failure to which a rule applies. */
  Progress countFailure(Progress progress, Verdict verdict, @Nullable Throwable failure) {
    int index = indexFor(verdict, failure);
    return index == NONE ? progress : progress.countFailure(index);
  }

  /**
   * Returns whether {@link Backoff#dependsOnlyOnRetryNumber} holds for the backoff of every rule
   * that has one.
   */
  boolean dependOnlyOnRetryNumber() {
    for (FailureRule rule : list) {
      Backoff backoff = rule.backoff().orElse(null);
      if (backoff != null && !backoff.dependsOnlyOnRetryNumber()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether {@link Backoff#readsAverageLatency} holds for the backoff of some rule. */
  boolean needLatency() {
    for (FailureRule rule : list) {
      Backoff backoff = rule.backoff().orElse(null);
      if (backoff != null && backoff.readsAverageLatency()) {
        return true;
      }
    }
    return false;
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FailureRules that && list.equals(that.list);
  }

  @Override
  public int hashCode() {
    return list.hashCode();
  }
}
