package dev.reprise.spring.policies;

import dev.reprise.Retry;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Ends the waits of all retries when the application context closes: after the web server has
 * finished its last requests, which may still be retried, and before it and the executors of the
 * application stop. A retry that is created later, by the first call of a class, is shut down at
 * once. A context that is only paused, which it can be before a checkpoint or between two tests,
 * keeps its retries, and the parent of a closed one keeps its own.
 */
final class ShutdownAtClose
    implements SmartLifecycle, ApplicationListener<ContextClosedEvent>, RetryCustomizer {

  /** Spring Boot's graceful shutdown has 1024 below the default, and its web server 2048. */
  static final int PHASE = DEFAULT_PHASE - 1536;

  private final ApplicationContext context;
  private volatile boolean running;
  private volatile boolean closing;
  private volatile boolean shutDown;

  ShutdownAtClose(ApplicationContext context) {
    this.context = context;
  }

  /** Is called before the phases stop; also for each child of the context. */
  @Override
  public void onApplicationEvent(ContextClosedEvent event) {
    if (event.getApplicationContext() == context) {
      closing = true;
      if (!running) { // paused, so that its phase is not stopped again
        shutDown();
      }
    }
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    if (closing) {
      shutDown();
    }
  }

  private void shutDown() {
    shutDown = true; // before the search, for a retry that is created meanwhile
    // Without those of a parent.
    context
        .getBeansOfType(RetryRegistry.class, false, false)
        .values()
        .forEach(RetryRegistry::shutdown);
    context.getBeansOfType(AdditionalRetries.class, false, false).values().stream()
        .flatMap(part -> part.list().stream())
        .forEach(one -> one.retry().shutdown());
  }

  @Override
  public Retry customize(Retry retry) {
    if (shutDown) {
      retry.shutdown();
    }
    return retry;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
