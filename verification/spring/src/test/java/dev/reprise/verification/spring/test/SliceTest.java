package dev.reprise.verification.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.declared.Retryable;
import dev.reprise.spring.test.AutoConfigureReprise;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.test.context.ContextConfiguration;

/** A test slice has the retries of the starter, although it has few other configurations. */
@JsonTest(properties = "reprise.policies.orders=maxAttempts=3 within=unlimited backoff=fixed(1h)")
@AutoConfigureReprise
@ContextConfiguration(classes = SliceTest.Orders.class)
class SliceTest {

  static class Orders {

    private int attempts;

    @Retryable(name = "orders")
    public String find() throws IOException {
      return attempt();
    }

    @Retryable(maxAttempts = 3, backoff = "fixed(2h)", within = "unlimited")
    public String findSlowly() throws IOException {
      return attempt();
    }

    @Retryable(name = "orders")
    public CompletableFuture<String> findAsync() throws IOException {
      return CompletableFuture.completedFuture(attempt());
    }

    @Retryable(policy = "hedge=after(1m) idempotency=idempotent backoff=none")
    public String findHedged() throws IOException {
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
  @Autowired private VirtualTime time;
  @Autowired private RecordingListener retries;

  @Test
  void an_annotated_method_is_retried_in_virtual_time() throws Exception {
    assertThat(orders.find()).isEqualTo("order");
    assertThat(retries.delays()).containsExactly(Duration.ofHours(1), Duration.ofHours(1));
    assertThat(time.elapsed()).isEqualTo(Duration.ofHours(2));
  }

  @Test
  void a_method_with_its_own_backoff_is_retried_in_virtual_time() throws Exception {
    assertThat(orders.findSlowly()).isEqualTo("order");
    assertThat(retries.delays()).containsExactly(Duration.ofHours(2), Duration.ofHours(2));
  }

  @Test
  void an_asynchronous_method_is_awaited_by_the_clock() throws Exception {
    assertThat(time.await(orders.findAsync()).join()).isEqualTo("order");
    assertThat(time.elapsed()).isEqualTo(Duration.ofHours(2));
  }

  @Test
  void the_clock_runs_the_attempts_of_a_hedged_method() throws Exception {
    assertThat(orders.findHedged()).isEqualTo("order");
    assertThat(time.elapsed()).isZero();
  }
}
