package dev.reprise.verification.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.declared.Retryable;
import dev.reprise.spring.test.AutoConfigureReprise;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.TestPropertySource;

/** The test that Javadoc and guide show. */
@TestPropertySource(
    properties = "reprise.policies.orders=maxAttempts=3 within=unlimited backoff=fixed(1h)")
@SpringBootTest
@AutoConfigureReprise
class OrdersTest {
  @Autowired Orders orders;
  @Autowired VirtualTime time;
  @Autowired RecordingListener retries;

  @SpringBootConfiguration
  @EnableAutoConfiguration
  static class Application {

    @Bean
    Orders orders() {
      return new Orders();
    }
  }

  static class Orders {

    private int attempts;

    @Retryable(name = "orders")
    public String find(int number) throws IOException {
      if (++attempts < 3) {
        throw new IOException("not yet");
      }
      return "order " + number;
    }
  }

  @Test
  void is_found_by_the_third_attempt() throws IOException {
    assertThat(orders.find(7)).isEqualTo("order 7");
    assertThat(retries.delays()).containsExactly(Duration.ofHours(1), Duration.ofHours(1));
    assertThat(time.elapsed()).isEqualTo(Duration.ofHours(2));
  }
}
