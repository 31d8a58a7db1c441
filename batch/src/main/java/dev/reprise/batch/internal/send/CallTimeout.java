package dev.reprise.batch.internal.send;

import dev.reprise.classify.AttemptTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The maximum duration of a call.
 *
 * @param nanos the limit, which may be shorter than the attempt timeout because of the deadline;
 *     {@link Long#MAX_VALUE} for no limit
 * @param settingNanos the attempt timeout of the policy
 */
public record CallTimeout(long nanos, long settingNanos) {

  public static final CallTimeout NONE = new CallTimeout(Long.MAX_VALUE, Long.MAX_VALUE);

  boolean isNone() {
    return nanos == Long.MAX_VALUE;
  }

  AttemptTimeoutException exceeded(@Nullable Throwable cause) {
    return new AttemptTimeoutException(nanos, settingNanos, cause);
  }
}
