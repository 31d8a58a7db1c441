package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubscriptionTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingListener heard = new RecordingListener();

  @Test
  void the_delays_restart_after_a_healthy_connection() throws IOException {
    Subscription subscription =
        new Subscription(Subscription.retry().withEnvironment(time).withListener(heard));

    subscription.follow(feedThatLives(0, 0, 0, 600, 0, 0));

    List<Duration> delays = heard.delays();
    assertThat(delays).hasSize(6);
    assertThat(delays.get(3)).isLessThanOrEqualTo(Duration.ofSeconds(1));
    assertThat(delays.get(4)).isLessThanOrEqualTo(Duration.ofSeconds(2));
    assertThat(delays.get(5)).isLessThanOrEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void the_text_in_the_guide_equals_the_policy() {
    RetryPolicy parsed =
        RetryPolicy.parse("maxAttempts=unlimited within=unlimited startOverAfter=1m");
    RetryPolicy built = Subscription.retry().policy();
    assertThat(parsed.startOverAfter()).isEqualTo(built.startOverAfter());
    assertThat(parsed.maxAttempts()).isEqualTo(built.maxAttempts());
    assertThat(parsed.within()).isEqualTo(built.within());
  }

  /** Loses its connection after the given seconds, and finally ends without failure. */
  private Subscription.Feed feedThatLives(long... seconds) {
    Deque<Long> lives = new ArrayDeque<>();
    for (long life : seconds) {
      lives.add(life);
    }
    return () -> {
      Long life = lives.poll();
      if (life != null) {
        time.stall(Duration.ofSeconds(life));
        throw new IOException("connection lost");
      }
    };
  }
}
