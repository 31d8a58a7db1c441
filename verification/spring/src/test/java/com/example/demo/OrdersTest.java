package com.example.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.test.AutoConfigureReprise;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(properties = "reprise.policies.orders=within=unlimited backoff=fixed(1h)")
@AutoConfigureReprise
class OrdersTest {
  @Autowired Orders orders;
  @Autowired VirtualTime time;
  @Autowired RecordingListener retries;

  @Test
  void is_found_by_the_third_attempt() throws IOException {
    assertThat(orders.find(7)).isEqualTo("order 7");
    assertThat(retries.delays()).containsExactly(Duration.ofHours(1), Duration.ofHours(1));
    assertThat(time.elapsed()).isEqualTo(Duration.ofHours(2));
  }
}
