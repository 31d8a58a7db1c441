package dev.reprise.spring.policies;

import dev.reprise.Retry;
import dev.reprise.spring.RetryCustomizer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.Ordered;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Daemon threads for hedged attempts and for the later attempts of asynchronous calls: as many as
 * run at the same time, none if there are no such attempts. Applied before the customizers of the
 * application, which may set another executor.
 */
final class AttemptThreads implements RetryCustomizer, Ordered, DisposableBean {

  private final ExecutorService threads;

  AttemptThreads() {
    CustomizableThreadFactory factory = new CustomizableThreadFactory("reprise-");
    factory.setDaemon(true);
    threads = Executors.newCachedThreadPool(factory);
  }

  @Override
  public Retry customize(Retry retry) {
    return retry.withExecutor(threads);
  }

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  public void destroy() {
    threads.shutdown();
  }
}
