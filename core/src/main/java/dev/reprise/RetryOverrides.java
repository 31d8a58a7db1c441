package dev.reprise;

import dev.reprise.internal.log.QuietLog;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The override that is installed, if any. */
final class RetryOverrides {

  /** Read at each call, written once: a call that begins at the same time may or may not use it. */
  private static final AtomicReference<@Nullable RetryOverride> INSTALLED = new AtomicReference<>();

  private static final AtomicBoolean LOGGED = new AtomicBoolean();

  private RetryOverrides() {}

  static void install(RetryOverride override) {
    Objects.requireNonNull(override, "override");
    RetryOverride before = INSTALLED.compareAndExchange(null, override);
    if (before != null && before != override) {
      throw new IllegalStateException(
          "an override is installed already, of " + before.getClass().getName());
    }
  }

  static boolean none() {
    return INSTALLED.get() == null;
  }

  static Retry apply(Retry retry) {
    RetryOverride override = INSTALLED.get();
    if (override == null) {
      return retry;
    }
    try {
      return Objects.requireNonNull(override.apply(retry), "the result of the override");
    } catch (Throwable bug) {
      QuietLog.firstWarning(
          LOGGED,
          "Retry override",
          override,
          "calls are made without it, and this is logged only once",
          bug);
      return retry;
    }
  }
}
