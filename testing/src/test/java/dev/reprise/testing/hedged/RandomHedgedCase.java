package dev.reprise.testing.hedged;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.policy.StopCondition;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.call.QuietFailure;
import dev.reprise.testing.internal.RecordingBudget;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A hedged policy, the outcomes of its attempts, and an external end of the call, all drawn from a
 * seed. Three calls follow each other, so that later ones have recorded latencies.
 */
final class RandomHedgedCase {

  private static final int CALLS = 3;

  private final long seed;
  private final SplittableRandom random;
  private final VirtualTime time;
  private final RecordingListener recorder = new RecordingListener();
  private final RecordingBudget budget;
  private final RetryPolicy policy;
  private final Retry retry;
  private long callStart;
  private int started;
  private int inFlight;
  private @Nullable String firstGood;
  private boolean aborted;

  RandomHedgedCase(long seed) {
    this.seed = seed;
    random = new SplittableRandom(seed);
    time = VirtualTime.startingAtTick(seed, seed << 40);
    budget = new RecordingBudget(oneIn(4) ? random.nextInt(4) : 99);
    policy = policy();
    Retry made = Retry.of(policy).withEnvironment(time).withBudget(budget).withListener(recorder);
    retry = oneIn(3) ? made.withExecutor(Runnable::run) : made;
  }

  private RetryPolicy policy() {
    RetryPolicyBuilder builder =
        RetryPolicy.builder()
            .idempotency(Idempotency.IDEMPOTENT)
            .maxAttempts(1 + random.nextInt(6))
            .backoff(oneIn(4) ? Backoff.none() : Backoff.fixed(upTo(30)))
            .hedge(hedge().maxInFlight(2 + random.nextInt(3)))
            .retryOnResult(String.class, result -> result.startsWith("bad"));
    if (oneIn(3)) {
      builder.within(upTo(120));
    }
    if (oneIn(3)) {
      builder.attemptTimeout(upTo(60));
    }
    if (oneIn(4)) {
      builder.startOverAfter(upTo(60));
    }
    if (oneIn(9)) {
      builder.giveUpWhen(StopCondition.attempts(1 + random.nextInt(4)));
    }
    if (oneIn(4)) {
      Duration hint = upTo(60);
      builder.maxHint(upTo(100));
      builder.classifyWith(
          "hint",
          outcome ->
              outcome.failureOrNull() instanceof QuietFailure.Other
                  ? Verdict.retryNoSoonerThan(hint)
                  : Verdict.pass());
    }
    return builder.build();
  }

  private Hedge hedge() {
    return switch (random.nextInt(4)) {
      case 0 -> Hedge.after(Duration.ZERO);
      case 1 -> Hedge.atPercentile(1 + random.nextInt(99)).withFloor(upTo(5));
      default -> Hedge.after(upTo(30));
    };
  }

  /** Makes the calls and checks the contract. */
  void play() {
    if (oneIn(4)) {
      for (int i = 0; i < Hedge.MIN_SAMPLES; i++) {
        time.await(retry.executeAsync(this::warmUp));
      }
    }
    recorder.clear();
    for (int i = 0; i < CALLS; i++) {
      call();
    }
    budget.assertSettled();
    assertThat(retry.state().view().retrying()).as("still retrying").isZero();
  }

  private CompletableFuture<String> warmUp() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    time.schedule(upTo(10), () -> stage.complete("warm"));
    return stage;
  }

  private void call() {
    recorder.clear();
    callStart = time.elapsed().toNanos();
    started = 0;
    inFlight = 0;
    firstGood = null;
    aborted = false;
    CompletableFuture<RetryResult<String>> call = retry.executeAsync(this::stage);
    if (oneIn(8)) {
      time.schedule(upTo(60), () -> call.cancel(true));
    }
    if (oneIn(30)) {
      time.schedule(upTo(60), retry::shutdown);
    }
    time.await(call);
    check(call);
    time.runUntilIdle();
    recorder.assertGrammar();
    assertThat(inFlight).as("stages left").isZero();
  }

  private void check(CompletableFuture<RetryResult<String>> call) {
    if (policy.startOverAfter().isEmpty()) {
      assertThat(started).as("attempts").isLessThanOrEqualTo(policy.maxAttempts());
    }
    if (call.isCancelled()) {
      return;
    }
    RetryResult<String> result = call.join();
    assertThat(result.attempts()).isEqualTo(started);
    boolean succeeded = result.stopReason() == StopReason.SUCCEEDED;
    assertThat(aborted && succeeded).as("success after an abort").isFalse();
    assertThat(succeeded ? result.value() : null).as("first good answer").isEqualTo(firstGood);
  }

  private CompletableFuture<String> stage() {
    long now = time.elapsed().toNanos() - callStart;
    policy
        .within()
        .ifPresent(within -> assertThat(now == 0 || now < within.toNanos()).as("late").isTrue());
    assertThat(aborted).as("attempt after an abort").isFalse();
    int number = ++started;
    Counted stage = new Counted();
    assertThat(++inFlight)
        .as("in flight")
        .isLessThanOrEqualTo(policy.hedge().orElseThrow().maxInFlight());
    Duration length = oneIn(4) ? Duration.ZERO : upTo(80);
    boolean hangs = policy.attemptTimeout().isPresent() && oneIn(6);
    int kind = random.nextInt(6);
    if (length.isZero()) {
      stage.answer(kind, number);
    } else if (!hangs) {
      time.schedule(length, () -> stage.answer(kind, number));
    }
    return stage;
  }

  /** Records whether it is in flight. */
  private final class Counted extends CompletableFuture<String> {

    private boolean ended;

    private boolean end() {
      boolean first = !ended;
      ended = true;
      inFlight -= first ? 1 : 0;
      return first;
    }

    void answer(int kind, int number) {
      if (!end()) {
        return;
      }
      switch (kind) {
        case 0 -> complete("bad");
        case 1 -> completeExceptionally(new QuietFailure.Other("other"));
        case 2 -> {
          aborted = true;
          completeExceptionally(new IllegalArgumentException("futile"));
        }
        case 3 -> completeExceptionally(new QuietFailure("reset"));
        default -> {
          firstGood = firstGood == null ? "good " + number : firstGood;
          complete("good " + number);
        }
      }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      end();
      return super.cancel(mayInterruptIfRunning);
    }
  }

  private Duration upTo(int millis) {
    return Duration.ofNanos(1 + random.nextLong(ms(millis).toNanos()));
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  @Override
  public String toString() {
    return "seed " + seed + ": " + policy + "\n" + recorder;
  }
}
