package dev.reprise.spring.policies;

import dev.reprise.Retry;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Ends the waits of all retries when the application context closes: after the web server has
 * finished its last requests, which may still be retried, and before it and the executors of the
 * application stop. A retry that is created later, by the first call of a class, is shut down at
 * once. A context that is only paused, which it can be before a checkpoint or between two tests,
 * keeps its retries, and the parent of a closed one keeps its own. A context that fails to start is
 * not closed; Spring then only destroys its beans.
 */
final class ShutdownAtClose
    implements SmartLifecycle,
        ApplicationListener<ContextClosedEvent>,
        RetryCustomizer,
        DisposableBean {

  /** Spring Boot's graceful shutdown has 1024 below the default, and its web server 2048. */
  static final int PHASE = DEFAULT_PHASE - 1536;

  private final ConfigurableApplicationContext context;
  private volatile boolean running;
  private volatile boolean closing;
  private volatile boolean shutDown;

  ShutdownAtClose(ConfigurableApplicationContext context) {
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
    existing(RetryRegistry.class).forEach(RetryRegistry::shutdown);
    existing(AdditionalRetries.class)
        .flatMap(part -> part.list().stream())
        .forEach(one -> one.retry().shutdown());
  }

  /** The beans of a type, without those of a parent. Creates none: that may be forbidden now. */
  private <T> Stream<T> existing(Class<T> type) {
    ConfigurableListableBeanFactory beans = context.getBeanFactory();
    return Arrays.stream(beans.getBeanNamesForType(type, false, false))
        .map(beans::getSingleton)
        .filter(type::isInstance)
        .map(type::cast);
  }

  @Override
  public void destroy() {
    if (!shutDown) {
      shutDown();
    }
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
