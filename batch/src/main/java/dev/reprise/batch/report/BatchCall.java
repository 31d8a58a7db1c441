package dev.reprise.batch.report;

import dev.reprise.classify.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * A call that has ended, for metrics. {@code items = done + unprocessed + dead}. Immutable.
 *
 * @param items items that it carried, at least 1
 * @param resent the number of them that an earlier call had carried
 * @param done items that it completed
 * @param unprocessed items that are sent again
 * @param dead items that were given up when it ended
 * @param kind the reason why items were unprocessed or given up by the policy; null if there were
 *     none, or if the service refused them
 * @param throttled whether load or a quota was the reason
 * @param isolating whether it carried a half of a chunk that was refused as a whole
 * @param durationNanos time from its start to its end, in nanoseconds
 * @param backoffNanos the longest wait before it for any of its items, in nanoseconds; 0 if none
 *     was sent before, or if they come from a chunk that was refused as a whole
 * @param paceNanos the delay by the pace, in nanoseconds
 * @param unitsPerSecond the rate that the pace allows after it; infinite where it is not limited
 * @param parallelism the calls under way at a time that the pace allows after it
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
