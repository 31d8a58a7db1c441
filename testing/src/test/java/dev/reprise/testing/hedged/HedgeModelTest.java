package dev.reprise.testing.hedged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.RetryStep;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.decision.Decision;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.call.QuietFailure;
import dev.reprise.testing.hedged.HedgeModel.Kind;
import dev.reprise.testing.hedged.HedgeModel.Scripted;
import dev.reprise.testing.hedged.HedgeModel.Settings;
import dev.reprise.testing.internal.RecordingBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares random hedged calls with {@link HedgeModel}. Messages contain the seed. */
class HedgeModelTest {

  private static final long NEVER = Long.MAX_VALUE;
  private static final int CASES = 3_000;
  private static final int PROOF_CASES = 100_000;

  @Test
  void futures_follow_the_model_of_the_guide() {
    for (long seed = 0; seed < CASES; seed++) {
      new Case(seed).checkFuture();
    }
  }

  @Test
  void driven_calls_follow_the_model_of_the_guide() {
    for (long seed = 0; seed < CASES; seed++) {
      new Case(seed).checkDriven();
    }
  }

  @Test
  @Tag("proof")
  void a_hundred_thousand_calls_follow_the_model_of_the_guide() {
    for (long seed = CASES; seed < CASES + PROOF_CASES; seed++) {
      new Case(seed).checkFuture();
      new Case(seed).checkDriven();
    }
  }

  /** One call, drawn from a seed. Times are random nanoseconds, so that hardly two coincide. */
  private static final class Case {

    private final long seed;
    private final SplittableRandom random;
    private final VirtualTime time;
    private final RecordingListener recorder = new RecordingListener();
    private final RecordingBudget budget;
    private final Settings settings;
    private final List<Scripted> script;
    private final Retry retry;
    private final List<String> starts = new ArrayList<>();
    private final List<CompletableFuture<String>> stages = new ArrayList<>();

    Case(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      time = VirtualTime.seeded(seed);
      settings = settings();
      script = script();
      budget = new RecordingBudget(settings.permits());
      retry = Retry.of(policy()).withEnvironment(time).withBudget(budget).withListener(recorder);
    }

    private Settings settings() {
      int maxAttempts = 1 + random.nextInt(6);
      return new Settings(
          maxAttempts,
          2 + random.nextInt(3),
          oneIn(6) ? 0 : upTo(30),
          oneIn(5) ? 0 : upTo(30),
          oneIn(2) ? upTo(200) : NEVER,
          oneIn(3) ? upTo(60) : NEVER,
          upTo(80),
          oneIn(2) ? upTo(80) : NEVER,
          oneIn(3) ? random.nextInt(5) : 99);
    }

    private List<Scripted> script() {
      Kind[] kinds = {
        Kind.GOOD, Kind.RETRYABLE, Kind.RETRYABLE, Kind.REJECTED, Kind.HINTED, Kind.FUTILE
      };
      List<Scripted> all = new ArrayList<>();
      for (int i = 0; i < settings.maxAttempts(); i++) {
        all.add(new Scripted(kinds[random.nextInt(kinds.length)], upTo(80)));
      }
      return all;
    }

    private RetryPolicy policy() {
      Duration hint = Duration.ofNanos(settings.hint());
      RetryPolicyBuilder builder =
          RetryPolicy.builder()
              .idempotency(Idempotency.IDEMPOTENT)
              .maxAttempts(settings.maxAttempts())
              .withoutTimeLimit()
              .hintJitter(0)
              .backoff(Backoff.fixed(Duration.ofNanos(settings.backoff())))
              .hedge(
                  Hedge.after(Duration.ofNanos(settings.delay()))
                      .maxInFlight(settings.maxInFlight()))
              .retryOn(QuietFailure.class)
              .retryOn(AttemptTimeoutException.class)
              .retryOnResult(String.class, "bad"::equals)
              .hintFrom("busy", QuietFailure.Other.class, failure -> hint);
      if (settings.within() != NEVER) {
        builder.within(Duration.ofNanos(settings.within()));
      }
      if (settings.timeout() != NEVER) {
        builder.attemptTimeout(Duration.ofNanos(settings.timeout()));
      }
      if (settings.maxHint() == NEVER) {
        builder.withoutMaxHint();
      } else {
        builder.maxHint(Duration.ofNanos(settings.maxHint()));
      }
      return builder.build();
    }

    void checkFuture() {
      CompletableFuture<RetryResult<String>> call = retry.executeAsync(this::stage);
      RetryResult<String> result = time.await(call).join();
      assertThat(stages)
          .as("attempts that were left in flight")
          .allMatch(CompletableFuture::isDone);
      check(result);
    }

    private CompletableFuture<String> stage() {
      Scripted next = begin();
      CompletableFuture<String> stage = new CompletableFuture<>();
      stages.add(stage);
      time.schedule(Duration.ofNanos(next.length()), () -> answer(next.kind(), stage));
      return stage;
    }

    private Scripted begin() {
      starts.add("#" + (starts.size() + 1) + " at " + time.elapsed().toNanos());
      return script.get(starts.size() - 1);
    }

    private static void answer(Kind kind, CompletableFuture<String> stage) {
      switch (kind) {
        case GOOD -> stage.complete("good");
        case REJECTED -> stage.complete("bad");
        case RETRYABLE -> stage.completeExceptionally(new QuietFailure("reset"));
        case HINTED -> stage.completeExceptionally(new QuietFailure.Other("busy"));
        case FUTILE -> stage.completeExceptionally(new IllegalArgumentException("futile"));
      }
    }

    void checkDriven() {
      DrivenCall<String> call = retry.driver().start();
      follow(call, call.next());
      time.runUntilIdle();
      check(call.result());
    }

    private void follow(DrivenCall<String> call, RetryStep step) {
      if (!(step instanceof RetryStep.End || step instanceof RetryStep.Await)) {
        time.schedule(step.delay(), () -> begin(call, step));
      }
    }

    private void begin(DrivenCall<String> call, RetryStep step) {
      Attempt attempt = call.begin(step);
      follow(call, call.next());
      if (attempt == null) {
        return;
      }
      Scripted next = begin();
      call.timeout(attempt)
          .ifPresent(limit -> time.schedule(limit, () -> follow(call, call.timedOut(attempt))));
      CompletableFuture<String> stage = new CompletableFuture<>();
      time.schedule(Duration.ofNanos(next.length()), () -> answer(next.kind(), stage));
      CompletableFuture<?> unused =
          stage.whenComplete(
              (value, failure) ->
                  follow(
                      call,
                      failure == null
                          ? call.returned(attempt, value)
                          : call.failed(attempt, failure)));
    }

    private void check(RetryResult<String> result) {
      String actual =
          "starts "
              + starts
              + "\nevents "
              + recorder.recorded().stream()
                  .map(Case::text)
                  .filter(line -> !line.isEmpty())
                  .toList()
              + "\npermits "
              + budget.ledger().stream()
                  .filter(line -> List.of("granted", "refused", "kept", "lost").contains(line))
                  .collect(Collectors.joining(" "))
              + "\nend "
              + result.stopReason().name()
              + " after "
              + result.attempts()
              + " at "
              + result.elapsed().toNanos();
      String expected = new HedgeModel(settings, script).play().log();
      if (recorder.recorded().isEmpty()) { // a success of the first attempt has no event
        expected = expected.replace("[accepted 1]", "[]");
      }
      assertThat(actual)
          .as("seed %s: %s %s %s", seed, settings, script, recorder)
          .isEqualTo(expected);
      recorder.assertGrammar();
      budget.assertSettled();
    }

    private static String text(RetryEvent event) {
      if (event instanceof RetryEvent.HedgeStarted hedge) {
        return "hedge " + hedge.attempt();
      }
      if (event instanceof RetryEvent.HedgeRefused) {
        return "refused";
      }
      if (event instanceof RetryEvent.RetryStarted retry) {
        return "started " + retry.attempt();
      }
      return event instanceof RetryEvent.AttemptFinished finished ? text(finished) : "";
    }

    private static String text(RetryEvent.AttemptFinished finished) {
      Decision decision = finished.decision();
      boolean cancelled = finished.outcome().failureOrNull() instanceof CancellationException;
      String word =
          decision instanceof Decision.Accept
              ? "accepted "
              : decision instanceof Decision.RetryAfter
                  ? "retry "
                  : decision instanceof Decision.GiveUp
                      ? "gave up "
                      : cancelled ? "cancelled " : "deferred ";
      return word + finished.attempt();
    }

    private long upTo(int millis) {
      return 1 + random.nextLong(millis * 1_000_000L);
    }

    private boolean oneIn(int n) {
      return random.nextInt(n) == 0;
    }
  }
}
