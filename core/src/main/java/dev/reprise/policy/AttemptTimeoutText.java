package dev.reprise.policy;

import dev.reprise.internal.text.CallReader;
import dev.reprise.internal.text.CallText;
import dev.reprise.internal.text.Parameter;
import dev.reprise.internal.text.TextForm;
import dev.reprise.internal.text.TextReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text form of an attempt timeout. */
final class AttemptTimeoutText extends TextForm<AttemptTimeout> {

  static final AttemptTimeoutText FORM = new AttemptTimeoutText();

  private static final Parameter<Duration> EACH = Parameter.duration("attemptTimeout");
  private static final Parameter<Duration> FIRST = Parameter.duration("the first timeout");
  private static final Parameter<Duration> LATER = Parameter.duration("a timeout");
  private static final Parameter<Double> PERCENTILE = Parameter.decimal("the percentile");
  private static final Parameter<Double> FACTOR =
      Parameter.decimal("a factor").after("x", "x2").byDefault(AttemptTimeout.FACTOR);
  private static final Parameter<Duration> FLOOR =
      Parameter.duration("floor").byDefault(Duration.ZERO).orWord("none");
  private static final Parameter<Duration> CAP = Parameter.duration("cap");

  private AttemptTimeoutText() {
    super("an attempt timeout", "a duration, sequence(2s, 5s) or percentile(99, cap=5s)");
  }

  @Override
  public AttemptTimeout read(TextReader text) {
    if (!Character.isDigit(text.peek())) {
      return super.read(text);
    }
    int start = text.position();
    Duration each = EACH.read(text);
    try {
      return AttemptTimeout.of(each);
    } catch (IllegalArgumentException refused) {
      throw text.refusedAt(start, refused);
    }
  }

  @Override
  protected @Nullable AttemptTimeout read(CallReader call) {
    return switch (call.name()) {
      case "sequence" -> sequence(call);
      case "percentile" -> percentile(call);
      default -> null;
    };
  }

  private static AttemptTimeout sequence(CallReader call) {
    Duration first = call.next(FIRST);
    List<Duration> later = new ArrayList<>();
    while (call.hasNext()) {
      later.add(call.next(LATER));
    }
    call.blame(call.start());
    return AttemptTimeout.of(first, later.toArray(Duration[]::new));
  }

  private static AttemptTimeout percentile(CallReader call) {
    double percentile = call.next(PERCENTILE);
    double factor = call.optional(FACTOR);
    Duration floor = FLOOR.byDefault();
    Duration cap = null;
    while (call.nextKey(FLOOR, CAP)) {
      if (call.at(CAP)) {
        cap = call.value(CAP);
      } else {
        floor = call.value(FLOOR);
      }
    }
    if (cap == null) {
      throw call.fail("percentile needs a cap, as in percentile(99, x2, cap=5s)");
    }
    call.blame(call.start());
    return AttemptTimeout.atPercentile(percentile, cap).times(factor).withFloor(floor);
  }

  static String percentile(double percentile, double factor, Duration floor, Duration cap) {
    return new CallText("percentile", List.of())
        .add(PERCENTILE, percentile)
        .add(FACTOR, factor)
        .key(FLOOR, floor)
        .key(CAP, cap)
        .toString();
  }
}
