package dev.reprise.backoff;

import dev.reprise.internal.text.CallReader;
import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.TextReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reads the text form of a backoff. */
final class BackoffText {

  private static final String NONE = "none";
  private static final Duration NO_CAP = Duration.ofNanos(Nanos.MAX_DELAY_NANOS);
  private static final List<String> OPTIONS = List.of("floor", "cap", "jitter");
  private static final List<String> SCALED_OPTIONS =
      List.of("min", "max", "floor", "cap", "jitter");
  private static final String NAMES =
      "none, fixed, linear, exponential, fibonacci, uniform, sequence, decorrelated, elapsed,"
          + " contention or then";
  private static final String JITTERS = "none, full, equal or proportional(0.2)";

  private final TextReader text;
  private final int depth;
  private final CallReader call;
  private int argumentStart;

  private BackoffText(TextReader text, int depth) {
    this.text = text;
    this.depth = depth;
    this.call = CallReader.open(text, "a backoff: " + NAMES);
  }

  static Backoff read(TextReader text) {
    return new BackoffText(text, 1).backoff();
  }

  /** The text form of a curve and of what is done to it. */
  static String format(Curve curve, Bounds bounds) {
    List<String> arguments = new ArrayList<>(curve.arguments());
    if (bounds.floorNanos() > 0) {
      arguments.add("floor=" + DurationText.format(bounds.floorNanos()));
    }
    if (bounds.capNanos() < Nanos.MAX_DELAY_NANOS || curve instanceof Decorrelated) {
      arguments.add("cap=" + DurationText.format(bounds.capNanos()));
    }
    if (!bounds.jitter().isNone()) {
      arguments.add("jitter=" + bounds.jitter());
    }
    return arguments.isEmpty()
        ? curve.name()
        : curve.name() + "(" + String.join(", ", arguments) + ")";
  }

  private Backoff backoff() {
    Backoff backoff =
        switch (call.name()) {
          case "none" -> Backoff.none();
          case "fixed" -> fixed();
          case "linear" -> linear();
          case "exponential" -> exponential();
          case "fibonacci" -> fibonacci();
          case "uniform" -> uniform();
          case "sequence" -> sequence();
          case "decorrelated" -> decorrelated();
          case "elapsed" -> elapsed();
          case "contention", "crowd" -> contention();
          case "then" -> then();
          case "custom" -> throw atName("custom stands for code, which a text cannot give");
          default -> throw call.unknown("backoff", List.of(NAMES.split("[ ,]+(or )?")), NAMES);
        };
    return backoff.readsAverageLatency() && !call.name().equals("then")
        ? withScaledOptions(backoff)
        : withOptions(backoff);
  }

  private Backoff fixed() {
    return Backoff.fixed(duration("the delay"));
  }

  private Backoff linear() {
    Duration base = duration("the base");
    if (!call.hasNext()) {
      return Backoff.linear(base);
    }
    if (!call.next("an increment").tryConsume('+')) {
      throw text.expected("an increment such as +50ms");
    }
    return Backoff.linear(base, text.duration("the increment"));
  }

  private Backoff exponential() {
    Duration base = duration("the base");
    try {
      Backoff doubling = Backoff.exponential(base);
      return call.hasNext() ? Backoff.exponential(base, factor("a factor", "x2")) : doubling;
    } catch (IllegalArgumentException refused) {
      throw text.refusedAt(argumentStart, refused);
    }
  }

  private Backoff fibonacci() {
    Duration base = duration("the base");
    return built(() -> Backoff.fibonacci(base));
  }

  private Backoff uniform() {
    Duration min = duration("the min");
    Duration max = duration("the max");
    return built(() -> Backoff.uniform(min, max));
  }

  private Backoff sequence() {
    List<Duration> delays = new ArrayList<>();
    delays.add(duration("a delay"));
    boolean ends = false;
    while (!ends && call.hasNext()) {
      ends = argument("a delay").tryWord(Sequence.END);
      if (!ends) {
        delays.add(text.duration("a delay"));
      }
    }
    Duration[] all = delays.toArray(Duration[]::new);
    return ends ? Backoff.finiteSequence(all) : Backoff.sequence(all);
  }

  private Backoff decorrelated() {
    Duration base = duration("the base");
    return built(() -> Backoff.decorrelated(base, NO_CAP));
  }

  private Backoff elapsed() {
    if (!call.hasNext()) {
      return Backoff.elapsed();
    }
    double share = factor("a share", "x0.7");
    return built(() -> Backoff.elapsed(share, Elapsed.REACH.min(), Elapsed.REACH.max()));
  }

  private Backoff contention() {
    if (!call.hasNext()) {
      return Backoff.contention();
    }
    double factor = factor("a factor", "x1.33");
    return built(
        () ->
            Backoff.contention(factor, ContentionScaled.REACH.min(), ContentionScaled.REACH.max()));
  }

  private double factor(String meaning, String example) {
    if (!argument(meaning).tryConsume('x')) {
      throw text.expected(meaning + " such as " + example);
    }
    return text.decimal(meaning);
  }

  private Backoff then() {
    int retries = argument("a number of retries").integer("retries");
    int retriesStart = argumentStart;
    Backoff first = part("the backoff of the first retries");
    Backoff second = part("the backoff of later retries");
    return text.at(retriesStart, () -> first.thenAfter(retries, second));
  }

  private Backoff part(String meaning) {
    argument(meaning);
    if (depth == Chain.MAX_PARTS) {
      throw text.fail("then must not be nested deeper than " + Chain.MAX_PARTS);
    }
    return new BackoffText(text, depth + 1).backoff();
  }

  private Backoff withOptions(Backoff curve) {
    Backoff backoff = curve;
    boolean capped = false;
    for (String key = call.nextKey(OPTIONS); key != null; key = call.nextKey(OPTIONS)) {
      backoff = withOption(backoff, key);
      capped |= key.equals("cap");
    }
    if (call.name().equals("decorrelated") && !capped) {
      throw atName("decorrelated needs a cap, as in decorrelated(10ms, cap=2s)");
    }
    return backoff;
  }

  /** Takes min and max in any order, so they are checked when both are known. */
  private Backoff withScaledOptions(Backoff curve) {
    Backoff backoff = curve;
    double min = curve.reach().min();
    double max = curve.reach().max();
    int reachStart = call.start();
    for (String key = call.nextKey(SCALED_OPTIONS);
        key != null;
        key = call.nextKey(SCALED_OPTIONS)) {
      int start = text.position();
      if (key.equals("min")) {
        min = latencies();
        reachStart = start;
      } else if (key.equals("max")) {
        max = latencies();
        reachStart = start;
      } else {
        backoff = withOption(backoff, key);
      }
    }
    return withReach(backoff, min, max, reachStart);
  }

  private Backoff withReach(Backoff backoff, double min, double max, int start) {
    return text.at(start, () -> backoff.reaching(new LatencyBounds(min, max)));
  }

  private double latencies() {
    double latencies = text.decimal("a number of latencies");
    if (!text.tryConsume('L')) {
      throw text.expected("L, which stands for the latency of an attempt, after the number");
    }
    return latencies;
  }

  private Backoff withOption(Backoff backoff, String key) {
    argumentStart = text.position();
    try {
      return switch (key) {
        case "jitter" -> backoff.jitter(jitter());
        case "cap" -> backoff.cappedAt(text.tryWord(NONE) ? NO_CAP : text.duration("the cap"));
        default ->
            backoff.withFloor(text.tryWord(NONE) ? Duration.ZERO : text.duration("the floor"));
      };
    } catch (IllegalArgumentException refused) {
      throw text.refusedAt(argumentStart, refused);
    }
  }

  private Jitter jitter() {
    CallReader kind = CallReader.open(text, "a jitter: " + JITTERS);
    Jitter jitter =
        switch (kind.name()) {
          case "none" -> Jitter.none();
          case "full" -> Jitter.full();
          case "equal" -> Jitter.equal();
          case "proportional" -> proportional(kind);
          default ->
              throw kind.unknown(
                  "jitter", List.of("none", "full", "equal", "proportional"), JITTERS);
        };
    kind.end();
    return jitter;
  }

  private Jitter proportional(CallReader kind) {
    int start = kind.next("a share").position();
    double share = text.decimal("the share");
    return text.at(start, () -> Jitter.proportional(share));
  }

  private Duration duration(String meaning) {
    return argument(meaning).duration(meaning);
  }

  private TextReader argument(String meaning) {
    call.next(meaning);
    argumentStart = text.position();
    return text;
  }

  /** Points at the last argument if what it completes is refused. */
  private Backoff built(Supplier<Backoff> build) {
    return text.at(argumentStart, build);
  }

  private IllegalArgumentException atName(String message) {
    return text.failAt(call.start(), message);
  }
}
