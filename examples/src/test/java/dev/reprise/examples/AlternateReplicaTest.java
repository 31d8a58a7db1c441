package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class AlternateReplicaTest {

  private static final String URL = "https://example.org/";

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingListener heard = new RecordingListener();
  private final FlakyPages primary = new FlakyPages().failing(99);
  private final FlakyPages replica = new FlakyPages().failing(99);
  private final FlakyPages archive = new FlakyPages();

  @Test
  void one_call_uses_the_replica_and_then_the_archive() throws IOException {
    assertThat(pages(replica).fetch(URL)).isEqualTo("page");
    assertThat(primary.calls()).isEqualTo(1);
    assertThat(replica.calls()).isEqualTo(2);
    assertThat(archive.calls()).isEqualTo(1);
    heard.assertGrammar();
    assertThat(heard.delays()).hasSize(3);
  }

  @Test
  void stages_can_have_alternates() {
    AlternateReplica pages = pages(new FlakyPages().failing(0));
    assertThat(time.await(pages.fetchAsync(URL)).join()).isEqualTo("page");
    assertThat(primary.calls()).isEqualTo(1);
  }

  @Test
  void a_later_attempt_requests_less_in_the_remaining_time() throws IOException {
    AlternateReplica pages =
        new AlternateReplica(retry(), new FlakyPages().failing(1), replica, archive);
    assertThat(pages.fetchLess(URL)).isEqualTo("page");
  }

  @Test
  void a_fallback_may_follow_the_last_alternate() throws IOException {
    assertThat(pages(replica).fetchOrApologise(URL)).isEqualTo("Sorry: attempts used up");
  }

  private AlternateReplica pages(FlakyPages second) {
    return new AlternateReplica(retry(), primary, second, archive);
  }

  private Retry retry() {
    return Retry.of(RetryPolicy.builder().maxAttempts(5).build())
        .withEnvironment(time)
        .withListener(heard);
  }
}
