package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HedgingTest {

  private static final String URL = "https://example.org/";

  private final VirtualTime time = VirtualTime.seeded(3);
  private final RecordingListener heard = new RecordingListener();
  private final ScriptedOperation<String> primary = new ScriptedOperation<>(time);
  private final ScriptedOperation<String> replica = new ScriptedOperation<>(time);

  /** A service with scripted responses. */
  private record Scripted(ScriptedOperation<String> script) implements Pages {

    @Override
    public String fetch(String url) throws IOException {
      try {
        return script.call();
      } catch (IOException failure) {
        throw failure;
      } catch (Exception other) {
        throw new IOException(other);
      }
    }

    @Override
    public CompletableFuture<String> fetchAsync(String url) {
      try {
        return script.stage();
      } catch (Exception failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }
  }

  private Hedging pages(RetryPolicy policy) {
    Retry retry = Retry.of(policy).withEnvironment(time).withListener(heard);
    return new Hedging(retry, time.executor(), new Scripted(primary), new Scripted(replica));
  }

  @Test
  void a_slow_stage_is_hedged_and_the_loser_is_cancelled() {
    primary.takes(ms(900)).returns("slow").takes(ms(10)).returns("fast");
    assertThat(time.await(pages(Hedging.afterADelay()).fetchAsync(URL)))
        .isCompletedWithValue("fast");
    assertThat(time.elapsed()).isEqualTo(ms(60));
    assertThat(primary.cancelledAttempts()).isEqualTo(1);
    heard.assertGrammar();
  }

  @Test
  void a_slow_blocking_call_is_hedged_and_the_loser_is_interrupted() throws IOException {
    primary.takes(ms(900)).returns("slow").takes(ms(10)).returns("fast");
    assertThat(pages(Hedging.afterADelay()).fetch(URL)).isEqualTo("fast");
    assertThat(time.elapsed()).isEqualTo(ms(60));
    assertThat(primary.cancelledAttempts()).isEqualTo(1);
  }

  @Test
  void the_percentile_follows_the_measured_latencies() {
    Hedging pages = pages(Hedging.byRecentLatency());
    for (int call = 0; call < Hedge.MIN_SAMPLES; call++) {
      primary.takes(ms(20)).returns("page");
    }
    primary.takes(ms(400)).returns("slow").takes(ms(10)).returns("fast");
    for (int call = 0; call < Hedge.MIN_SAMPLES; call++) {
      time.await(pages.fetchAsync(URL));
    }
    assertThat(heard.recorded()).isEmpty();
    Duration before = time.elapsed();
    assertThat(time.await(pages.fetchAsync(URL))).isCompletedWithValue("fast");
    assertThat(time.elapsed().minus(before)).isEqualTo(ms(30));
  }

  @Test
  void the_hedge_goes_to_the_replica() {
    primary.hangs();
    replica.takes(ms(10)).returns("copy");
    CompletableFuture<String> page = pages(Hedging.afterADelay()).fetchFromEither(URL);
    assertThat(time.await(page)).isCompletedWithValue("copy");
    assertThat(primary.calls()).isEqualTo(1);
  }

  @Test
  void hedging_can_be_disabled_for_one_call() throws IOException {
    primary.takes(ms(300)).returns("page");
    assertThat(pages(Hedging.byRecentLatency()).fetchOnce(URL)).isEqualTo("page");
    assertThat(primary.calls()).isEqualTo(1);
  }

  @Test
  void the_text_form_gives_the_same_policy() {
    assertThat(Hedging.fromText()).isEqualTo(Hedging.byRecentLatency());
    assertThat(Hedging.fromText()).hasToString(Hedging.byRecentLatency().toString());
  }

  @Test
  void the_page_shows_the_report_of_a_hedged_and_retried_call() throws IOException {
    RetryPolicy policy =
        Hedging.afterADelay().toBuilder().backoff(Backoff.fixed(ms(100))).maxAttempts(4).build();
    primary.takes(ms(20)).fails(new IOException("Connection reset"));
    primary.takes(ms(900)).returns("slow");
    primary.takes(ms(20)).fails(new IOException("Connection reset"));
    primary.takes(ms(12)).returns("page");
    Retry retry = Hedging.onExecutor(Retry.of(policy), time.executor());

    RetryResult<String> result =
        time.await(retry.named("pages").withEnvironment(time).executeAsync(primary::stage)).join();

    assertThat(result.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(page()).contains("```\n" + result.report() + "\n```");
  }

  private static String page() throws IOException {
    return Files.readString(Path.of(System.getProperty("basedir", ""), "../docs/guide/hedging.md"));
  }

  private static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }
}
