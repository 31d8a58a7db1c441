package dev.reprise.policy;

import dev.reprise.internal.text.CallReader;
import dev.reprise.internal.text.Parameter;
import dev.reprise.internal.text.TextForm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the text form of a stop condition. */
final class StopConditionText extends TextForm<StopCondition> {

  static final StopConditionText FORM = new StopConditionText();

  private static final Parameter<Integer> ATTEMPTS = Parameter.integer("attempts");
  private static final Parameter<Duration> TIME = Parameter.duration("the time");

  private StopConditionText() {
    super("a condition", "attempts(5), elapsed(30s), all(…) or any(…)");
  }

  @Override
  protected @Nullable StopCondition read(CallReader call) {
    return switch (call.name()) {
      case "attempts" -> {
        int attempts = call.next(ATTEMPTS);
        call.blame(call.start());
        yield StopCondition.attempts(attempts);
      }
      case "elapsed" -> {
        Duration time = call.next(TIME);
        call.blame(call.start());
        yield StopCondition.elapsed(time);
      }
      case "all" -> StopCondition.all(parts(call));
      case "any" -> StopCondition.any(parts(call));
      default -> null;
    };
  }

  private List<StopCondition> parts(CallReader call) {
    List<StopCondition> parts = new ArrayList<>();
    do {
      parts.add(part(call, "a condition"));
    } while (call.hasNext());
    if (parts.size() < 2) {
      throw call.fail(call.name() + " must have at least 2 conditions, but had " + parts.size());
    }
    call.blame(call.start());
    return parts;
  }
}
