package dev.reprise.testing.faults;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A failure that is retried, and whose methods may be faulty. */
final class ConnectionReset extends IOException {

  private static final long serialVersionUID = 1;

  private final transient FaultInjector hostile;

  ConnectionReset(FaultInjector hostile) {
    super("reset");
    this.hostile = hostile;
  }

  @Override
  public @Nullable Throwable getCause() {
    return hostile == null
        ? null
        : hostile.<@Nullable Throwable>at(Part.GET_CAUSE, super::getCause);
  }

  @Override
  public String getMessage() {
    return hostile.at(Part.GET_MESSAGE, super::getMessage);
  }

  @Override
  public String toString() {
    return hostile.at(Part.TO_STRING, () -> "Reset: " + getMessage());
  }

  @Override
  public StackTraceElement[] getStackTrace() {
    return hostile.at(Part.STACK_TRACE, super::getStackTrace);
  }

  @Override
  public void setStackTrace(StackTraceElement[] stackTrace) {
    hostile.run(Part.STACK_TRACE, () -> super.setStackTrace(stackTrace));
  }

  @Override
  public int hashCode() {
    return hostile.at(Part.HASH_CODE, () -> System.identityHashCode(this));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return hostile.at(Part.EQUALS, () -> this == other);
  }
}
