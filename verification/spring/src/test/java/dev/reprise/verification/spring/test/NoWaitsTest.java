package dev.reprise.verification.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.declared.Retryable;
import dev.reprise.spring.policies.RetryPolicies;
import dev.reprise.spring.test.AutoConfigureReprise;
import dev.reprise.testing.RecordingListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ContextConfiguration;

/** Without virtual time no method waits, wherever its policy comes from. */
@JsonTest(properties = "reprise.policies.orders=within=1d backoff=fixed(1h)")
@AutoConfigureReprise(virtualTime = false)
@ContextConfiguration(classes = NoWaitsTest.Orders.class)
@DirtiesContext
@Timeout(60)
class NoWaitsTest {

  static class Orders {

    private int attempts;

    @Retryable(name = "orders")
    public String byName() throws IOException {
      return attempt();
    }

    @Retryable(within = "1d", backoff = "fixed(1h)")
    public String byAttributes() throws IOException {
      return attempt();
    }

    @Retryable(policy = "within=1d backoff=fixed(1h)")
    public String byText() throws IOException {
      return attempt();
    }

    private String attempt() throws IOException {
      if (++attempts % 3 != 0) {
        throw new IOException("not yet");
      }
      return "order";
    }
  }

  @Autowired private Orders orders;
  @Autowired private RecordingListener retries;
  @Autowired private RetryPolicies policies;
  @Autowired private ConfigurableEnvironment environment;

  @Test
  void a_method_does_not_wait() throws IOException {
    callAll();
  }

  @Test
  void nor_does_it_after_a_reload() throws IOException {
    Map<String, Object> changed =
        Map.of(
            "reprise.policies.orders", "within=2d backoff=fixed(2h)",
            "reprise.policies.default", "within=2d backoff=fixed(2h)");
    environment.getPropertySources().addFirst(new MapPropertySource("changed", changed));
    assertThat(policies.reload().changed()).containsExactly("default", "orders");
    callAll();
  }

  private void callAll() throws IOException {
    assertThat(orders.byName()).isEqualTo("order");
    assertThat(orders.byAttributes()).isEqualTo("order");
    assertThat(orders.byText()).isEqualTo("order");
    assertThat(retries.delays()).hasSize(6).containsOnly(Duration.ZERO);
  }
}
