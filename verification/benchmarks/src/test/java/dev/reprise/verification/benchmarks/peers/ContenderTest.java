package dev.reprise.verification.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.verification.benchmarks.peers.PeerSettings.Heard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every contender does the same work, or their figures could not be compared. */
class ContenderTest {

  private int attempts;

  private Integer failsBefore(int succeeding) {
    attempts++;
    if (attempts < succeeding) {
      throw Unavailable.SHARED;
    }
    return attempts;
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BARE", "DEPENDENT"})
  void calls_again_until_the_operation_succeeds(Contender contender) throws Exception {
    try (Peer peer = contender.with(PeerSettings.PLAIN)) {
      Callable<Integer> call = peer.blocking(() -> failsBefore(3));
      assertThat(call.call()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BARE", "DEPENDENT"})
  void makes_three_attempts_and_then_fails_with_what_the_operation_threw(Contender contender) {
    try (Peer peer = contender.with(PeerSettings.PLAIN)) {
      Throwable thrown = catchThrowable(peer.blocking(() -> failsBefore(100))::call);
      assertThat(attempts).isEqualTo(3);
      assertThat(thrown == Unavailable.SHARED || thrown.getCause() == Unavailable.SHARED).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_first_try_that_succeeds_is_the_only_one(Contender contender) throws Exception {
    for (Peer peer :
        List.of(
            contender.with(PeerSettings.PLAIN),
            contender.asShipped(),
            contender.budgeted(PeerSettings.PLAIN.within(Duration.ofMinutes(1))))) {
      attempts = 0;
      try (peer) {
        assertThat(peer.blocking(() -> failsBefore(1)).call()).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REPRISE", "FAILSAFE", "RESILIENCE4J", "SPRING_RETRY", "SPRING_CORE"})
  void a_listener_on_failures_hears_of_a_failure_and_of_no_success(Contender contender)
      throws Exception {
    List<Object> heard = new ArrayList<>();
    try (Peer peer = contender.with(PeerSettings.PLAIN.hearing(Heard.FAILURES, heard::add))) {
      Callable<Integer> call = peer.blocking(() -> failsBefore(2));
      call.call();
      assertThat(heard).isNotEmpty();
      heard.clear();
      call.call();
      assertThat(heard).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REPRISE", "FAILSAFE", "RESILIENCE4J", "SPRING_RETRY", "SPRING_CORE"})
  void a_listener_to_everything_hears_of_the_success_after_a_failure(Contender contender)
      throws Exception {
    List<Object> all = new ArrayList<>();
    List<Object> failures = new ArrayList<>();
    try (Peer everything = contender.with(PeerSettings.PLAIN.hearing(Heard.EVERYTHING, all::add));
        Peer some = contender.with(PeerSettings.PLAIN.hearing(Heard.FAILURES, failures::add))) {
      everything.blocking(() -> failsBefore(2)).call();
      attempts = 0;
      some.blocking(() -> failsBefore(2)).call();
      assertThat(all).hasSizeGreaterThanOrEqualTo(2);
      assertThat(all.size()).isGreaterThanOrEqualTo(failures.size());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REPRISE", "FAILSAFE", "RESILIENCE4J"})
  void a_stage_that_fails_is_asked_for_again(Contender contender) {
    try (Peer peer = contender.with(PeerSettings.PLAIN)) {
      Supplier<CompletionStage<Integer>> call =
          peer.staged(
              () -> {
                attempts++;
                return attempts < 3
                    ? CompletableFuture.failedFuture(Unavailable.SHARED)
                    : CompletableFuture.completedFuture(attempts);
              });
      assertThat(call.get().toCompletableFuture().join()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REPRISE", "FAILSAFE", "RESILIENCE4J"})
  void a_stage_that_fails_to_the_end_fails_the_future(Contender contender) {
    try (Peer peer = contender.with(PeerSettings.PLAIN)) {
      Supplier<CompletionStage<Integer>> call =
          peer.staged(
              () -> {
                attempts++;
                return CompletableFuture.failedFuture(Unavailable.SHARED);
              });
      Throwable thrown = catchThrowable(call.get().toCompletableFuture()::join);
      assertThat(thrown).isInstanceOf(CompletionException.class).hasRootCause(Unavailable.SHARED);
      assertThat(attempts).isEqualTo(3);
    }
  }
}
