package dev.reprise.spring.policies;

import dev.reprise.registry.RetryRegistry;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Ends the waits of all retries when the application context closes: after the web server has
 * finished its last requests, which may still be retried, and before it and the executors of the
 * application stop. A context that is only paused, which it can be before a checkpoint or between
 * two tests, keeps its retries.
 */
final class ShutdownAtClose implements SmartLifecycle, ApplicationListener<ContextClosedEvent> {

  /** Spring Boot's graceful shutdown has 1024 below the default, and its web server 2048. */
  static final int PHASE = DEFAULT_PHASE - 1536;

  private final ApplicationContext context;
  private final RetryRegistry registry;
  private volatile boolean running;
  private volatile boolean closing;

  ShutdownAtClose(ApplicationContext context, RetryRegistry registry) {
    this.context = context;
    this.registry = registry;
  }

  /** Is called before the phases stop; also for each child of the context. */
  @Override
  public void onApplicationEvent(ContextClosedEvent event) {
    closing |= event.getApplicationContext() == context;
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    if (closing) {
      registry.shutdown();
    }
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
