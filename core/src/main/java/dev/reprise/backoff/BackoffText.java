package dev.reprise.backoff;

import dev.reprise.internal.text.CallReader;
import dev.reprise.internal.text.CallText;
import dev.reprise.internal.text.Parameter;
import dev.reprise.internal.text.TextForm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text form of a backoff. */
final class BackoffText extends TextForm<Backoff> {

  static final BackoffText FORM = new BackoffText();

  private static final Parameter<Duration> DELAY = Parameter.duration("the delay");
  private static final Parameter<Duration> ONE_DELAY = Parameter.duration("a delay");
  private static final Parameter<Duration> BASE = Parameter.duration("the base");
  private static final Parameter<Duration> INCREMENT =
      Parameter.duration("an increment").after("+", "+50ms");
  private static final Parameter<Double> FACTOR = Parameter.decimal("a factor").after("x", "x2");
  private static final Parameter<Duration> LEAST = Parameter.duration("the min");
  private static final Parameter<Duration> MOST = Parameter.duration("the max");
  private static final Parameter<Integer> RETRIES = Parameter.integer("retries");

  private static final Parameter<Duration> FLOOR =
      Parameter.duration("floor").byDefault(Duration.ZERO).orWord("none");
  private static final Parameter<Duration> CAP =
      Parameter.duration("cap").byDefault(Duration.ofNanos(Nanos.MAX_DELAY_NANOS)).orWord("none");
  private static final Parameter<Duration> NEEDED_CAP = Parameter.duration("cap");
  private static final Parameter<String> JITTER =
      Parameter.other("jitter").byDefault(Jitter.none().toString());

  private BackoffText() {
    super(
        "a backoff",
        "none, fixed, linear, exponential, fibonacci, uniform, sequence, decorrelated, elapsed,"
            + " contention or then");
  }

  /** The text form of a curve with its bounds. */
  static String format(Curve curve, Bounds bounds) {
    return new CallText(curve.name(), curve.arguments())
        .key(FLOOR, Duration.ofNanos(bounds.floorNanos()))
        .key(curve instanceof Decorrelated ? NEEDED_CAP : CAP, Duration.ofNanos(bounds.capNanos()))
        .key(JITTER, bounds.jitter().toString())
        .toString();
  }

  @Override
  protected @Nullable Backoff read(CallReader call) {
    return switch (call.name()) {
      case "none" -> bounded(call, Backoff.none());
      case "fixed" -> bounded(call, Backoff.fixed(call.next(DELAY)));
      case "linear" -> bounded(call, linear(call));
      case "exponential" -> bounded(call, exponential(call));
      case "fibonacci" -> bounded(call, Backoff.fibonacci(call.next(BASE)));
      case "uniform" -> bounded(call, Backoff.uniform(call.next(LEAST), call.next(MOST)));
      case "sequence" -> bounded(call, sequence(call));
      case "decorrelated" -> decorrelated(call);
      case "elapsed" -> scaled(call, LatencyScaled.Kind.ELAPSED);
      case "contention", "crowd" -> scaled(call, LatencyScaled.Kind.CONTENTION);
      case "then" -> bounded(call, then(call));
      default -> null;
    };
  }

  private static Backoff linear(CallReader call) {
    Duration base = call.next(BASE);
    return call.hasNext() ? Backoff.linear(base, call.next(INCREMENT)) : Backoff.linear(base);
  }

  private static Backoff exponential(CallReader call) {
    Duration base = call.next(BASE);
    Backoff doubling = Backoff.exponential(base);
    return call.hasNext() ? Backoff.exponential(base, call.next(FACTOR)) : doubling;
  }

  private static Backoff sequence(CallReader call) {
    List<Duration> delays = new ArrayList<>();
    delays.add(call.next(ONE_DELAY));
    boolean ends = false;
    while (!ends && call.hasNext()) {
      ends = call.next(ONE_DELAY.name()).tryWord(Sequence.END);
      if (!ends) {
        delays.add(call.value(ONE_DELAY));
      }
    }
    Duration[] all = delays.toArray(Duration[]::new);
    return ends ? Backoff.finiteSequence(all) : Backoff.sequence(all);
  }

  private Backoff then(CallReader call) {
    int retries = call.next(RETRIES);
    int retriesStart = call.blamed();
    Backoff first = part(call, "the backoff of the first retries");
    Backoff second = part(call, "the backoff of later retries");
    call.blame(retriesStart);
    return first.thenAfter(retries, second);
  }

  private static Backoff decorrelated(CallReader call) {
    Backoff backoff = Backoff.decorrelated(call.next(BASE), CAP.byDefault());
    boolean capped = false;
    while (call.nextKey(FLOOR, CAP, JITTER)) {
      backoff = withBound(call, backoff);
      capped |= call.at(CAP);
    }
    if (!capped) {
      throw call.fail("decorrelated needs a cap, as in decorrelated(10ms, cap=2s)");
    }
    return backoff;
  }

  /** Takes min and max in any order, so they are checked when both are known. */
  private static Backoff scaled(CallReader call, LatencyScaled.Kind kind) {
    LatencyScaled curve = kind.withFactor(call.optional(kind.factor));
    Backoff backoff = Backoff.of(curve);
    double min = curve.reach().min();
    double max = curve.reach().max();
    int reachStart = call.start();
    while (call.nextKey(LatencyBounds.MIN, LatencyBounds.MAX, FLOOR, CAP, JITTER)) {
      if (call.at(LatencyBounds.MIN)) {
        min = call.value(LatencyBounds.MIN);
        reachStart = call.blamed();
      } else if (call.at(LatencyBounds.MAX)) {
        max = call.value(LatencyBounds.MAX);
        reachStart = call.blamed();
      } else {
        backoff = withBound(call, backoff);
      }
    }
    call.blame(reachStart);
    return backoff.reaching(new LatencyBounds(min, max));
  }

  private static Backoff bounded(CallReader call, Backoff curve) {
    Backoff backoff = curve;
    while (call.nextKey(FLOOR, CAP, JITTER)) {
      backoff = withBound(call, backoff);
    }
    return backoff;
  }

  private static Backoff withBound(CallReader call, Backoff backoff) {
    if (call.at(JITTER)) {
      return backoff.jitter(JitterText.FORM.read(call.text()));
    }
    return call.at(CAP) ? backoff.cappedAt(call.value(CAP)) : backoff.withFloor(call.value(FLOOR));
  }
}
