package dev.reprise.spring.observe;

import dev.reprise.context.CallContext;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

/**
 * Propagates the thread locals of Micrometer's context propagation, such as the current
 * observation. Those that the caller does not have are cleared for an attempt.
 */
final class ThreadLocalContext implements CallContext {

  private final ContextSnapshotFactory snapshots =
      ContextSnapshotFactory.builder().clearMissing(true).build();

  @Override
  public Snapshot capture() {
    ContextSnapshot captured = snapshots.captureAll();
    return () -> captured.setThreadLocals()::close;
  }
}
