package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.policy.StopCondition;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.call.PolicyModel.Answer;
import dev.reprise.testing.call.PolicyModel.Course;
import dev.reprise.testing.call.PolicyModel.Kind;
import dev.reprise.testing.call.PolicyModel.Rule;
import dev.reprise.testing.call.PolicyModel.Settings;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares calls of every shape with {@link PolicyModel}. Messages contain the seed of the case.
 */
class PolicyModelTest {

  private static final int CASES = 1_500;
  private static final int PROOF_CASES = 200_000;
  private static final int CALLS = 3;

  private static final List<CallShape> SHAPES =
      CallShape.all().stream()
          .filter(shape -> shape.has(Trait.RETURNS_VALUES) && shape.has(Trait.TIMES_OUT_ATTEMPTS))
          .toList();

  @Test
  void random_calls_end_as_the_documentation_says() {
    Set<StopReason> seen = EnumSet.noneOf(StopReason.class);
    play(0, CASES, seen);
    assertThat(seen)
        .contains(
            StopReason.SUCCEEDED,
            StopReason.NOT_RETRYABLE,
            StopReason.EFFECT_UNKNOWN,
            StopReason.ATTEMPTS,
            StopReason.CONDITION,
            StopReason.HINT_TOO_LONG,
            StopReason.DEADLINE,
            StopReason.BUDGET);
  }

  @Test
  @Tag("proof")
  void many_random_calls_end_as_the_documentation_says() {
    play(CASES, CASES + PROOF_CASES, EnumSet.noneOf(StopReason.class));
  }

  private static void play(long from, long to, Set<StopReason> seen) {
    for (long seed = from; seed < to; seed++) {
      new Case(seed).play(seen);
    }
  }

  /** A failure that the classifier of the cases knows. */
  private static final class Failure extends QuietFailure {

    private static final long serialVersionUID = 1;

    private final transient Answer answer;

    Failure(Answer answer) {
      super(answer.toString());
      this.answer = answer;
    }
  }

  /** A policy, a budget and scripts that are drawn from a seed. */
  private static final class Case {

    private final long seed;
    private final SplittableRandom random;
    private final Settings settings = new Settings();
    private final RetryPolicyBuilder policy = RetryPolicy.builder();

    Case(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      settings.maxAttempts = 1 + random.nextInt(7);
      policy.maxAttempts(settings.maxAttempts).withoutTimeLimit();
      policy.retryOnResult(String.class, "bad"::equals).classifyWith("model", Case::classify);
      policy.hintJitter(0).withoutMaxHint();
      limits();
      conditions();
      BothBackoffs backoff = backoff();
      settings.backoff = backoff.model();
      policy.backoff(backoff.real());
      rules();
    }

    private void limits() {
      if (oneIn(2)) {
        settings.within = upTo(400);
        policy.within(Duration.ofNanos(settings.within));
      }
      if (oneIn(3)) {
        settings.attemptTimeout = upTo(60);
        policy.attemptTimeout(Duration.ofNanos(settings.attemptTimeout));
      }
      if (settings.within != PolicyModel.NONE && oneIn(2)) { // without a limit it may never end
        settings.startOver = upTo(60);
        policy.startOverAfter(Duration.ofNanos(settings.startOver));
      }
      if (oneIn(2)) {
        settings.maxHint = upTo(90);
        policy.maxHint(Duration.ofNanos(settings.maxHint));
      }
    }

    private void conditions() {
      if (oneIn(5)) {
        settings.mayRepeat = false;
        policy.idempotency(Idempotency.NOT_IDEMPOTENT);
      }
      if (oneIn(4)) {
        settings.stopAfterAttempts = 1 + random.nextInt(4);
        settings.stopAfterElapsed = upTo(150);
        settings.stopsByBoth = oneIn(2);
        StopCondition attempts = StopCondition.attempts(settings.stopAfterAttempts);
        StopCondition elapsed = StopCondition.elapsed(Duration.ofNanos(settings.stopAfterElapsed));
        policy.giveUpWhen(settings.stopsByBoth ? attempts.and(elapsed) : attempts.or(elapsed));
      }
    }

    private void rules() {
      int rules = oneIn(2) ? 0 : 1 + random.nextInt(3);
      for (int i = 0; i < rules; i++) {
        boolean forTimeouts = oneIn(2);
        BothBackoffs own = oneIn(2) ? backoff() : null;
        Integer maxFailures = oneIn(2) ? 1 + random.nextInt(4) : null;
        Integer price = random.nextInt(4);
        settings.rules.add(
            new Rule(forTimeouts, own == null ? null : own.model(), maxFailures, price));
        FailureRule rule =
            FailureRule.of(forTimeouts ? FailureKind.TIMEOUT : FailureKind.THROTTLED).price(price);
        rule = own == null ? rule : rule.backoff(own.real());
        policy.rule(maxFailures == null ? rule : rule.maxFailures(maxFailures));
      }
    }

    private record BothBackoffs(Backoff real, IntToLongFunction model) {}

    private BothBackoffs backoff() {
      long first = upTo(40);
      long second = upTo(40);
      long cap = Math.max(first, upTo(80));
      Duration start = Duration.ofNanos(first);
      return switch (random.nextInt(6)) {
        case 0 -> new BothBackoffs(Backoff.none(), retry -> 0);
        case 1 -> new BothBackoffs(Backoff.fixed(start), retry -> first);
        case 2 ->
            new BothBackoffs(
                Backoff.linear(start, Duration.ofNanos(second)),
                retry -> first + (retry - 1) * second);
        case 3 ->
            new BothBackoffs(
                Backoff.exponential(start, 2).cappedAt(Duration.ofNanos(cap)),
                retry -> Math.min(cap, first << (retry - 1)));
        case 4 ->
            new BothBackoffs(
                Backoff.sequence(start, Duration.ZERO, Duration.ofNanos(second)),
                retry -> retry == 1 ? first : retry == 2 ? 0 : second);
        default ->
            new BothBackoffs(
                Backoff.fixed(start)
                    .thenAfter(2, Backoff.linear(Duration.ofNanos(second), Duration.ofNanos(7))),
                retry -> retry <= 2 ? first : second + (retry - 3) * 7L);
      };
    }

    private static Verdict classify(Outcome<?> outcome) {
      if (!(outcome.failureOrNull() instanceof Failure failure)) {
        return Verdict.pass();
      }
      Answer answer = failure.answer;
      return switch (answer.kind()) {
        case REFUSED -> Verdict.retry().withEffect(Effect.NONE);
        case THROTTLED ->
            (answer.hint() < 0
                    ? Verdict.retry()
                    : Verdict.retryNoSoonerThan(Duration.ofNanos(answer.hint())))
                .withKind(FailureKind.THROTTLED)
                .withEffect(Effect.NONE);
        case SLOW -> Verdict.retry().withKind(FailureKind.TIMEOUT);
        case FATAL -> Verdict.abort();
        default -> Verdict.retry();
      };
    }

    private List<Answer> script() {
      List<Answer> script = new ArrayList<>();
      int answers = 1 + random.nextInt(8);
      for (int i = 0; i < answers; i++) {
        Kind kind = Kind.PLAIN;
        if (oneIn(2)) {
          kind = Kind.values()[random.nextInt(Kind.values().length)];
        }
        kind = kind == Kind.TIMED_OUT ? Kind.PLAIN : kind;
        long length = oneIn(2) ? 0 : upTo(80);
        script.add(new Answer(kind, length, oneIn(2) ? -1 : random.nextLong(120_000_000)));
      }
      return script;
    }

    void play(Set<StopReason> seen) {
      int capacity = 1 + random.nextInt(30);
      int cost = Math.min(capacity, random.nextInt(4));
      RetryBudget budget = RetryBudget.bucket(capacity, cost);
      PolicyModel model = new PolicyModel(settings, capacity, cost);
      VirtualTime time = VirtualTime.startingAtTick(seed, seed << 40);
      Retry retry = Retry.of(policy.build()).withEnvironment(time).withBudget(budget);
      for (int call = 0; call < CALLS; call++) {
        CallShape shape = SHAPES.get(random.nextInt(SHAPES.size()));
        List<Answer> script = script();
        String which =
            "seed " + seed + ", call " + call + " by " + shape + ": " + retry + ", " + script;
        time.restart();
        ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
        script.forEach(
            answer ->
                operation.takes(Duration.ofNanos(answer.length())).runs(() -> result(answer)));
        Course expected = model.play(script);
        CallObservation observed;
        try {
          observed = shape.observe(retry, operation, time);
        } catch (RuntimeException | AssertionError broken) {
          throw new AssertionError(which, broken);
        } finally {
          Thread.interrupted();
        }
        assertThat(text(observed)).as(which).isEqualTo(text(expected));
        double level = model.tokens() < cost ? 0 : (double) model.tokens() / capacity;
        assertThat(retry.budgetLevel()).as(which).hasValue(level);
        seen.add(expected.reason());
      }
    }

    private static String text(Course course) {
      return course.reason() + " " + course.starts() + " " + course.delays() + " " + course.end();
    }

    private static String text(CallObservation call) {
      List<Long> starts = call.starts().stream().map(Duration::toNanos).toList();
      List<Long> delays = call.delays().stream().map(Duration::toNanos).toList();
      return call.stopReason() + " " + starts + " " + delays + " " + call.elapsed().toNanos();
    }

    private static Object result(Answer answer) throws Failure {
      return switch (answer.kind()) {
        case GOOD -> "good";
        case BAD -> "bad";
        default -> throw new Failure(answer);
      };
    }

    private long upTo(int millis) {
      return 1 + random.nextLong(millis * 1_000_000L);
    }

    private boolean oneIn(int n) {
      return random.nextInt(n) == 0;
    }
  }
}
