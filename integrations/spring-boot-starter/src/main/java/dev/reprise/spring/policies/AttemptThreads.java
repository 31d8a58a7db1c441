package dev.reprise.spring.policies;

import dev.reprise.Retry;
import dev.reprise.spring.RetryCustomizer;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.Ordered;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Daemon threads for hedged attempts and for the later attempts of asynchronous calls: as many as
 * run at the same time, none if there are no such attempts. Applied before the customizers of the
 * application, which may set another executor. A closed application makes its last calls on them
 * too, such as those of beans that are destroyed later; then no idle thread is kept.
 */
final class AttemptThreads implements RetryCustomizer, Ordered, DisposableBean {

  private static final int KEPT_SECONDS = 60;

  private final ThreadPoolExecutor threads;

  AttemptThreads() {
    CustomizableThreadFactory factory = new CustomizableThreadFactory("reprise-");
    factory.setDaemon(true);
    threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            KEPT_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            factory);
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
    threads.setKeepAliveTime(0, TimeUnit.SECONDS);
  }
}
