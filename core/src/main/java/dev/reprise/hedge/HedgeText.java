package dev.reprise.hedge;

import dev.reprise.internal.text.CallReader;
import dev.reprise.internal.text.CallText;
import dev.reprise.internal.text.Parameter;
import dev.reprise.internal.text.TextForm;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text form of a hedge. */
final class HedgeText extends TextForm<Hedge> {

  static final HedgeText FORM = new HedgeText();

  private static final Parameter<Duration> DELAY = Parameter.duration("the delay");
  private static final Parameter<Double> PERCENTILE = Parameter.decimal("the percentile");
  private static final Parameter<Duration> FLOOR =
      Parameter.duration("floor").byDefault(Duration.ZERO).orWord("none");
  private static final Parameter<Integer> MAX_IN_FLIGHT =
      Parameter.integer("maxInFlight").formerly("most").byDefault(Hedge.MAX_IN_FLIGHT);

  private HedgeText() {
    super("a hedge", "after(50ms) or percentile(95)");
  }

  @Override
  protected @Nullable Hedge read(CallReader call) {
    return switch (call.name()) {
      case "after" -> Hedge.after(call.next(DELAY)).maxInFlight(call.key(MAX_IN_FLIGHT));
      case "percentile" -> percentile(call);
      default -> null;
    };
  }

  private static Hedge percentile(CallReader call) {
    Hedge hedge = Hedge.atPercentile(call.next(PERCENTILE));
    while (call.nextKey(FLOOR, MAX_IN_FLIGHT)) {
      hedge =
          call.at(FLOOR)
              ? hedge.withFloor(call.value(FLOOR))
              : hedge.maxInFlight(call.value(MAX_IN_FLIGHT));
    }
    return hedge;
  }

  static String format(Hedge hedge, List<String> code) {
    CallText text =
        !code.isEmpty()
            ? new CallText("custom", code)
            : hedge.isPercentile()
                ? new CallText("percentile", List.of())
                    .add(PERCENTILE, hedge.percentile().getAsDouble())
                    .key(FLOOR, hedge.minDelay())
                : new CallText("after", List.of()).add(DELAY, hedge.minDelay());
    return text.key(MAX_IN_FLIGHT, hedge.maxInFlight()).toString();
  }
}
