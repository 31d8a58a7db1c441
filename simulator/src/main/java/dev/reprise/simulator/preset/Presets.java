package dev.reprise.simulator.preset;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.simulator.model.Contender;
import dev.reprise.text.PrintableText;
import java.time.Duration;
import java.util.List;

/**
 * The default retry settings of other libraries, including their flaws: the presets follow the
 * documentation of each library. Where a default is a fixed delay, a second preset uses the form
 * with jitter that the same documentation shows.
 *
 * <p>The libraries' choice of failures is not reproduced: every preset retries every failure. Only
 * {@code grpc} respects the retry times that servers send; the other libraries ignore them.
 */
public final class Presets {

  private static final String FAILSAFE = "Failsafe 3, RetryPolicyBuilder and RetryPolicyExecutor";
  private static final String R4J = "Resilience4j 2, RetryConfig and IntervalFunction";
  private static final String SPRING_RETRY = "Spring Retry, ";
  private static final String SPRING_7 = "Spring Framework 7, ";
  private static final String AWS = "AWS SDK for Java 2, DefaultRetryStrategy and its backoffs";
  private static final String SMALLRYE = "SmallRye Fault Tolerance, reference on retry";

  private static final List<Preset> ALL =
      List.of(
          preset("failsafe", attempts(3), Backoff.none(), RetryBudget.unlimited())
              .as("RetryPolicy.ofDefaults()", "does not wait", FAILSAFE),
          preset("failsafe-backoff", attempts(3), PeerDelays.failsafe(), RetryBudget.unlimited())
              .as(
                  "an example: withBackoff(1, 30, SECONDS), withJitter(.1)",
                  "jitter over the cap",
                  FAILSAFE),
          preset("resilience4j", attempts(3), fixed(500), RetryBudget.unlimited())
              .as("RetryConfig.ofDefaults()", "no jitter", R4J),
          preset(
                  "resilience4j-random",
                  attempts(3),
                  PeerDelays.resilience4jRandom(),
                  RetryBudget.unlimited())
              .as("ofExponentialRandomBackoff()", "no cap", R4J),
          preset("spring-retry", attempts(3), fixed(1000), RetryBudget.unlimited())
              .as("@Retryable", "no jitter", SPRING_RETRY + "@Retryable and @Backoff"),
          preset(
                  "spring-retry-random",
                  attempts(3),
                  PeerDelays.springRetryRandom(),
                  RetryBudget.unlimited())
              .as(
                  "ExponentialRandomBackOffPolicy",
                  "pinned at the cap",
                  SPRING_RETRY + "ExponentialBackOffPolicy and its random form"),
          preset("spring-7", attempts(4), fixed(1000), RetryBudget.unlimited())
              .as("@Retryable of resilience.annotation", "no jitter", SPRING_7 + "@Retryable"),
          preset(
                  "spring-7-jitter",
                  attempts(5),
                  PeerDelays.spring7Jitter(),
                  RetryBudget.unlimited())
              .as(
                  "an example: maxRetries 4, delay 100, jitter 10, multiplier 2, maxDelay 1000",
                  "a tenth of jitter",
                  SPRING_7 + "ExponentialBackOff"),
          preset("aws-standard", attempts(3), full(100, 20_000), RetryBudget.aws())
              .as("RetryMode.STANDARD", "", AWS),
          preset("aws-standard-throttled", attempts(3), full(1000, 20_000), RetryBudget.aws())
              .as("RetryMode.STANDARD where the server throttles", "", AWS),
          preset("aws-2026", attempts(3), full(50, 20_000), RetryBudget.bucket(500, 14))
              .as("RetryMode.STANDARD with aws.newRetries2026", "", AWS),
          preset("aws-legacy", attempts(4), full(100, 20_000), RetryBudget.aws())
              .as("RetryMode.LEGACY", "", AWS),
          preset("aws-legacy-throttled", attempts(4), equal(500, 20_000), RetryBudget.unlimited())
              .as("RetryMode.LEGACY where the server throttles", "costs no tokens", AWS),
          preset("grpc", attempts(4), PeerDelays.grpc(), RetryBudget.grpc())
              .as(
                  "retryPolicy and retryThrottling of the proposal's examples",
                  "jitter over the cap; stops above one failure in ten",
                  "gRPC proposal A6, Exponential Backoff and Throttling Retry Attempts"),
          preset("finagle", attempts(3), PeerDelays.finagle(), RetryBudget.finagle())
              .as(
                  "MethodBuilder",
                  "pinned at the cap; first retry without jitter; a floor for each process",
                  "Finagle, MethodBuilderRetry, RetryPolicy.tries and RetryBudget"),
          preset(
                  "envoy",
                  attempts(2).within(Duration.ofSeconds(15)),
                  full(25, 250),
                  RetryBudget.envoy())
              .as(
                  "num_retries 1, back-off 25 ms to 250 ms, route timeout 15 s, retry_budget",
                  "a floor for each process",
                  "Envoy, router filter, backoff_strategy.cc and circuit_breaker.proto"),
          preset(
                  "smallrye",
                  attempts(4).within(Duration.ofMinutes(3)),
                  PeerDelays.smallrye(),
                  RetryBudget.unlimited())
              .as("@Retry", "half of the delays are zero", SMALLRYE),
          preset(
                  "smallrye-exponential",
                  attempts(4).within(Duration.ofMinutes(3)),
                  PeerDelays.smallryeExponential(),
                  RetryBudget.unlimited())
              .as("@Retry(delay = 1000), @ExponentialBackoff", "pinned at the cap", SMALLRYE));

  private Presets() {}

  private static RetryPolicyBuilder attempts(int count) {
    return RetryPolicy.builder().maxAttempts(count).withoutTimeLimit();
  }

  private static Backoff fixed(long millis) {
    return Backoff.fixed(Duration.ofMillis(millis));
  }

  private static Backoff full(long baseMillis, long capMillis) {
    return doubling(baseMillis, capMillis).jitter(Jitter.full());
  }

  private static Backoff equal(long baseMillis, long capMillis) {
    return doubling(baseMillis, capMillis).jitter(Jitter.equal());
  }

  private static Backoff doubling(long baseMillis, long capMillis) {
    return Backoff.exponential(Duration.ofMillis(baseMillis))
        .cappedAt(Duration.ofMillis(capMillis));
  }

  /** A preset without its description. */
  private record PresetSettings(Contender contender) {
    Preset as(String settings, String flaw, String source) {
      return new Preset(contender, settings, flaw, source);
    }
  }

  private static PresetSettings preset(
      String name, RetryPolicyBuilder policy, Backoff backoff, RetryBudget budget) {
    boolean respectsHints = name.equals("grpc");
    return new PresetSettings(
        new Contender(name, policy.backoff(backoff).build(), budget, respectsHints));
  }

  /**
   * Returns all presets.
   *
   * @return the presets, in the order in which they are listed
   */
  public static List<Preset> all() {
    return ALL;
  }

  /**
   * Returns the contenders of all presets.
   *
   * @return the contenders, in the order in which they are listed
   */
  public static List<Contender> contenders() {
    return ALL.stream().map(Preset::contender).toList();
  }

  /**
   * Returns the contender of a preset.
   *
   * @param name the name of the preset
   * @return its policy and budget
   * @throws IllegalArgumentException if there is no such preset; the message lists the existing
   *     ones
   */
  public static Contender named(String name) {
    for (Preset preset : ALL) {
      if (preset.name().equals(name)) {
        return preset.contender();
      }
    }
    throw new IllegalArgumentException(
        "there is no preset "
            + PrintableText.oneLine(name)
            + "; there are "
            + String.join(", ", ALL.stream().map(Preset::name).toList()));
  }
}
