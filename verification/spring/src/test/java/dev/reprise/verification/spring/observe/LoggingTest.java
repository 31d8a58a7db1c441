package dev.reprise.verification.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetrySource;
import dev.reprise.spring.observe.RepriseObserveAutoConfiguration;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class LoggingTest {

  private final Logger logger = Logger.getLogger("dev.reprise");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  RepriseAutoConfiguration.class, RepriseObserveAutoConfiguration.class))
          .withPropertyValues("reprise.policies.logged.no-waits=true");

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
  }

  @AfterEach
  void stop() {
    logger.removeHandler(handler);
  }

  private static void callTwice(RetrySource source) throws IOException {
    AtomicInteger attempts = new AtomicInteger();
    source
        .retry("logged")
        .run(
            () -> {
              if (attempts.incrementAndGet() == 1) {
                throw new IOException("reset");
              }
            });
  }

  @Test
  void a_call_that_does_not_succeed_at_once_is_logged() {
    application.run(
        context -> {
          callTwice(context.getBean(RetrySource.class));
          assertThat(lines)
              .anyMatch(line -> line.startsWith("INFO") && line.contains("logged: succeeded"));
        });
  }

  @Test
  void nothing_is_logged_if_logging_is_switched_off() {
    application
        .withPropertyValues("reprise.logging.enabled=false")
        .run(
            context -> {
              callTwice(context.getBean(RetrySource.class));
              assertThat(lines).isEmpty();
            });
  }
}
