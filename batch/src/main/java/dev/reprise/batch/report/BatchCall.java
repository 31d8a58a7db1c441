package dev.reprise.batch.report;

import dev.reprise.classify.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * A call that has ended, for metrics. {@code items = done + unprocessed + dead}. Immutable. All
 * numbers are at least 0.
 *
 * @param items the number of items that it carried, at least 1
 * @param resent the number of them that an earlier call had carried
 * @param done the number of items that it completed
 * @param unprocessed the number of items that are sent again
 * @param dead the number of items that were given up when it ended
 * @param kind the kind of failure for which items were unprocessed or given up by the policy: if
 *     they have different kinds, throttled if any is throttled, otherwise that of the first one;
 *     null if there were no such items, or if the service refused them
 * @param throttled whether load or a quota was the reason for any item
 * @param isolating whether it carried a half of a chunk that was refused as a whole
 * @param durationNanos the time from its start to its end, in nanoseconds
 * @param backoffNanos the longest wait before it for any of its items, in nanoseconds; 0 if none of
 *     them was sent before, or if they come from a chunk that was refused as a whole
 * @param paceNanos the delay by the pace, in nanoseconds
 * @param unitsPerSecond the rate that the pace allows after the call; infinite if it is not limited
 * @param parallelism the number of parallel calls that the pace allows after the call
 */
public record BatchCall(
    int items,
    int resent,
    int done,
    int unprocessed,
    int dead,
    @Nullable FailureKind kind,
    boolean throttled,
    boolean isolating,
    long durationNanos,
    long backoffNanos,
    long paceNanos,
    double unitsPerSecond,
    int parallelism) {}
