package dev.reprise.verification.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.verification.benchmarks.peers.PeerSettings.EventSelection;
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

/** Checks that every contender does the same work; otherwise the figures could not be compared. */
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
  void makes_three_attempts_and_then_throws_the_exception_of_the_operation(Contender contender) {
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
  void a_listener_on_failures_receives_failures_and_no_success(Contender contender)
      throws Exception {
    List<Object> received = new ArrayList<>();
    try (Peer peer =
        contender.with(PeerSettings.PLAIN.listeningTo(EventSelection.FAILURES, received::add))) {
      Callable<Integer> call = peer.blocking(() -> failsBefore(2));
      call.call();
      assertThat(received).isNotEmpty();
      received.clear();
      call.call();
      assertThat(received).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REPRISE", "FAILSAFE", "RESILIENCE4J", "SPRING_RETRY", "SPRING_CORE"})
  void a_listener_to_all_events_receives_the_success_after_a_failure(Contender contender)
      throws Exception {
    List<Object> all = new ArrayList<>();
    List<Object> failures = new ArrayList<>();
    try (Peer everything =
            contender.with(PeerSettings.PLAIN.listeningTo(EventSelection.ALL, all::add));
        Peer some =
            contender.with(
                PeerSettings.PLAIN.listeningTo(EventSelection.FAILURES, failures::add))) {
      everything.blocking(() -> failsBefore(2)).call();
      attempts = 0;
      some.blocking(() -> failsBefore(2)).call();
      assertThat(all).hasSizeGreaterThanOrEqualTo(2);
      assertThat(all.size()).isGreaterThanOrEqualTo(failures.size());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REPRISE", "FAILSAFE", "RESILIENCE4J"})
  void a_stage_that_fails_is_retried(Contender contender) {
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
  void a_stage_that_always_fails_fails_the_future(Contender contender) {
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
