package dev.reprise.simulator.tune;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.simulator.model.Contender;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * The search space of a tuning: the values that each part of a policy may take. Other parts, such
 * as the time limit, are those of the policy that the search starts from. Immutable.
 */
public final class Space {

  private static final String UNLIMITED = "unlimited";
  private static final Map<String, String> DEFAULTS = new LinkedHashMap<>();

  static {
    DEFAULTS.put("backoff", "exponential, decorrelated, elapsed, contention, fixed");
    DEFAULTS.put("base", "1ms..2s");
    DEFAULTS.put("factor", "1.5, 2, 3");
    DEFAULTS.put("cap", "100ms..30s");
    DEFAULTS.put("jitter", "full, equal, proportional(0.5)");
    DEFAULTS.put("floor", "0s, 0s, 10ms, 100ms");
    DEFAULTS.put("share", "0.35, 0.7, 1.4");
    DEFAULTS.put("growth", "1.1, 1.33, 1.6");
    DEFAULTS.put("least", "0.5, 1.5, 2, 4");
    DEFAULTS.put("most", "25, 50, 65, 130");
    DEFAULTS.put("attempts", "2, 3, 4, 5, 8");
    DEFAULTS.put(
        "budget",
        "standard, unlimited, bucket(500, 5), bucket(100, 5), bucket(100, 10), ratio(20%, 10/s),"
            + " ratio(10%, 1/s), inFlight(20%, min=3), grpc(10, 0.1)");
  }

  private final Map<String, Choice> choices;

  private Space(Map<String, Choice> choices) {
    this.choices = choices;
  }

  /**
   * Returns the space for a contender: attempts are unlimited if the contender's are, and so is the
   * budget if neither is limited.
   *
   * @param from the contender that the search starts from
   * @return the space
   */
  public static Space around(Contender from) {
    Space space = new Space(new LinkedHashMap<>());
    for (Map.Entry<String, String> dimension : DEFAULTS.entrySet()) {
      space = space.with(dimension.getKey(), dimension.getValue());
    }
    boolean endless = from.policy().maxAttempts() == Integer.MAX_VALUE;
    boolean free = endless && from.budget().retriesWhenFull() == Long.MAX_VALUE;
    space = endless ? space.with("attempts", UNLIMITED) : space;
    return free ? space.with("budget", UNLIMITED) : space;
  }

  /**
   * Returns a copy with other choices for a part.
   *
   * @param part {@code backoff}, {@code base}, {@code factor}, {@code cap}, {@code jitter}, {@code
   *     floor}; {@code share} of an elapsed backoff, {@code growth} of a contention backoff, {@code
   *     least} and {@code most} of both, in latencies; {@code attempts}; {@code budget}
   * @param text the choices, separated by commas; for durations also a range, such as {@code
   *     5ms..2s}
   * @return the copy
   * @throws IllegalArgumentException if there is no such part, with a list of the existing ones, or
   *     if one of the choices is invalid
   */
  public Space with(String part, String text) {
    if (!DEFAULTS.containsKey(part)) {
      throw new IllegalArgumentException(
          "there is no part "
              + PrintableText.oneLine(part)
              + " in the search space; there are "
              + String.join(", ", DEFAULTS.keySet()));
    }
    Map<String, Choice> changed = new LinkedHashMap<>(choices);
    changed.put(part, Choice.of(part, text));
    return new Space(changed);
  }

  /**
   * Draws distinct contenders.
   *
   * @param count the maximum number; fewer are drawn if the space has fewer
   * @param from the contender that supplies the parts that are not searched
   * @param random the source of random numbers
   * @return the contenders, each with its text as the label
   */
  List<Contender> draw(int count, Contender from, RandomGenerator random) {
    Map<String, Contender> drawn = new LinkedHashMap<>();
    List<String> kinds = choice("backoff").texts();
    for (int tries = 0; drawn.size() < count && tries < 20 * count; tries++) {
      Contender contender = contender(kinds.get(tries % kinds.size()), from, random);
      drawn.putIfAbsent(contender.label(), contender);
    }
    return Collections.unmodifiableList(new ArrayList<>(drawn.values()));
  }

  private Contender contender(String kind, Contender from, RandomGenerator random) {
    Backoff backoff = Backoff.parse(backoff(kind, random));
    String attempts = chosen("attempts", random);
    RetryPolicyBuilder builder = from.policy().toBuilder().backoff(backoff);
    if (attempts.equals(UNLIMITED)) {
      builder.unlimitedAttempts();
    } else {
      builder.maxAttempts(Integer.parseInt(attempts));
    }
    RetryPolicy policy = builder.build();
    RetryBudget budget = RetryBudget.parse(chosen("budget", random));
    return new Contender(policy + "; " + budget, policy, budget);
  }

  private String backoff(String kind, RandomGenerator random) {
    return switch (kind) {
      case "none" -> "none";
      case "fixed" -> fixed(random);
      case "decorrelated" -> decorrelated(random);
      case "elapsed" -> inLatencies("elapsed(x" + chosen("share", random), random);
      case "contention" -> inLatencies("contention(x" + chosen("growth", random), random);
      default -> exponential(random);
    };
  }

  private String exponential(RandomGenerator random) {
    long base = choice("base").nanos(random, 1, Long.MAX_VALUE);
    long cap = choice("cap").nanos(random, base, Long.MAX_VALUE);
    String factor = chosen("factor", random);
    return "exponential("
        + Choice.time(base)
        + ", x"
        + factor
        + floor(base, random)
        + ", cap="
        + Choice.time(cap)
        + jitter(random)
        + ")";
  }

  private String fixed(RandomGenerator random) {
    long delay = choice("base").nanos(random, 1, Long.MAX_VALUE);
    return "fixed(" + Choice.time(delay) + jitter(random) + ")";
  }

  private String decorrelated(RandomGenerator random) {
    long base = choice("base").nanos(random, 1, Long.MAX_VALUE);
    long cap = choice("cap").nanos(random, base, Long.MAX_VALUE);
    return "decorrelated(" + Choice.time(base) + ", cap=" + Choice.time(cap) + ")";
  }

  private String inLatencies(String begun, RandomGenerator random) {
    double least = Double.parseDouble(chosen("least", random));
    double most = Math.max(least, Double.parseDouble(chosen("most", random)));
    return begun
        + ", min="
        + TuningNumbers.text(least)
        + "L, max="
        + TuningNumbers.text(most)
        + "L)";
  }

  private String floor(long base, RandomGenerator random) {
    long floor = choice("floor").nanos(random, 0, base);
    return floor == 0 ? "" : ", floor=" + Choice.time(floor);
  }

  private String jitter(RandomGenerator random) {
    String jitter = chosen("jitter", random);
    return jitter.equals("none") ? "" : ", jitter=" + jitter;
  }

  private Choice choice(String part) {
    return Objects.requireNonNull(choices.get(part), part);
  }

  private String chosen(String part, RandomGenerator random) {
    return choice(part).text(random);
  }

  /**
   * Returns the choices of all parts.
   *
   * @return one line for each part
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    choices.forEach((part, choice) -> text.append(part).append('=').append(choice).append('\n'));
    return text.toString();
  }
}
