package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchException;

import dev.reprise.Retry;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.VirtualTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FallbacksTest {

  private static final String URL = "https://example.org/";

  private final VirtualTime time = VirtualTime.seeded(1);
  private final FlakyPages down = new FlakyPages().failing(99);

  @Test
  void a_cached_page_replaces_a_page_that_cannot_be_fetched() throws Exception {
    Fallbacks cached = fallbacks(RetryPolicy.builder(), down, Map.of(URL, "old"));
    assertThat(cached.cachedOrEmpty(URL)).isEqualTo("old");
    assertThat(cached.cachedOrEmpty(URL + "new")).isEmpty();
    assertThat(cached.fromResult(URL)).isEmpty();
    assertThat(time.await(cached.cachedLater(URL)).join()).isEqualTo("old");
  }

  @Test
  void the_cache_is_not_used_when_the_service_responds() throws Exception {
    Fallbacks fine = fallbacks(RetryPolicy.builder(), new FlakyPages().failing(2), Map.of());
    assertThat(fine.cachedOrEmpty(URL)).isEqualTo("page");
    assertThat(fine.fromResult(URL)).isEqualTo("page");
    assertThat(time.await(fine.cachedLater(URL)).join()).isEqualTo("page");
  }

  @Test
  void a_replica_runs_in_parallel_with_the_retries_and_replaces_their_failure() throws Exception {
    FlakyPages replica = new FlakyPages();
    Fallbacks backed = fallbacks(RetryPolicy.builder(), down, Map.of());
    assertThat(backed.fromReplica(URL, replica)).isEqualTo("page");
    assertThat(time.await(backed.fromReplicaLater(URL, replica)).join()).isEqualTo("page");
  }

  @Test
  void a_fallback_that_checks_the_reason_rethrows_other_failures() throws Exception {
    Map<String, String> cache = Map.of(URL, "old");
    RetryPolicyBuilder throttled =
        RetryPolicy.builder()
            .classifyWith("busy", outcome -> Verdict.retry().withKind(FailureKind.THROTTLED));
    assertThat(fallbacks(throttled, down, cache).cachedWhereTheServiceIsBusy(URL)).isEqualTo("old");

    Fallbacks lost = fallbacks(RetryPolicy.builder(), down, cache);
    assertThat(catchException(() -> lost.cachedWhereTheServiceIsBusy(URL)))
        .isSameAs(down.lastFailure());
  }

  private Fallbacks fallbacks(RetryPolicyBuilder policy, Pages pages, Map<String, String> cache) {
    return new Fallbacks(Retry.of(policy.build()).withEnvironment(time), pages, cache);
  }
}
