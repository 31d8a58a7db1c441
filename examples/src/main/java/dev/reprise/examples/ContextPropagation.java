package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.context.CallContext;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.MDC;

/** Propagation of logging context, traces and security identity to all attempts. */
public final class ContextPropagation {

  private final Retry retry;
  private final Pages pages;
  private final Executor executor;

  /**
   * Calls a service.
   *
   * @param retry made by one of the methods of this class
   * @param pages the service
   * @param executor runs its attempts
   */
  public ContextPropagation(Retry retry, Pages pages, Executor executor) {
    this.retry = retry;
    this.pages = pages;
    this.executor = executor;
  }

  CompletableFuture<String> order(String number) {
    MDC.put("order", number);
    try {
      return retry.callAsync(() -> pages.fetch("/orders/" + number), executor);
    } finally {
      MDC.remove("order");
    }
  }

  static Retry carryingMdc(Retry retry) {
    return retry.withContext(
        CallContext.of(MDC::getCopyOfContextMap, MDC::setContextMap, MDC::clear));
  }

  static Retry carryingTraces(Retry retry) {
    ContextSnapshotFactory snapshots = ContextSnapshotFactory.builder().clearMissing(true).build();
    return retry.withContext(
        () -> {
          ContextSnapshot captured = snapshots.captureAll();
          return () -> captured.setThreadLocals()::close;
        });
  }

  static Retry carryingUser(Retry retry) {
    return retry.withContext(
        CallContext.of(User.CURRENT::get, User.CURRENT::set, User.CURRENT::remove));
  }

  static Retry carryingAll(Retry retry) {
    return carryingUser(carryingTraces(carryingMdc(retry)));
  }

  /**
   * The user that is logged in.
   *
   * @param name name of the user
   */
  public record User(String name) {

    static final ThreadLocal<User> CURRENT = new ThreadLocal<>();
  }
}
