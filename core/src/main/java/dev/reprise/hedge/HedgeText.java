package dev.reprise.hedge;

import dev.reprise.internal.text.CallReader;
import dev.reprise.internal.text.TextReader;
import java.time.Duration;
import java.util.List;

/** Reads the text form of a hedge. */
final class HedgeText {

  private static final String KNOWN = "after(50ms) or percentile(95)";

  private HedgeText() {}

  static Hedge read(TextReader text) {
    CallReader call = CallReader.open(text, "a hedge: " + KNOWN);
    return switch (call.name()) {
      case "after" -> options(text, call, after(text, call), List.of("maxInFlight", "most"));
      case "percentile" ->
          options(text, call, percentile(text, call), List.of("floor", "maxInFlight", "most"));
      case "custom" ->
          throw text.failAt(call.start(), "custom stands for code, which a text cannot give");
      default -> throw call.unknown("hedge", List.of("after", "percentile"), KNOWN);
    };
  }

  private static Hedge after(TextReader text, CallReader call) {
    call.next("the delay");
    int start = text.position();
    Duration delay = text.duration("the delay");
    return text.at(start, () -> Hedge.after(delay));
  }

  private static Hedge percentile(TextReader text, CallReader call) {
    call.next("the percentile");
    int start = text.position();
    double percentile = text.decimal("the percentile");
    return text.at(start, () -> Hedge.atPercentile(percentile));
  }

  private static Hedge options(TextReader text, CallReader call, Hedge plain, List<String> names) {
    Hedge hedge = plain;
    for (String key = call.nextKey(names); key != null; key = call.nextKey(names)) {
      Hedge before = hedge;
      int start = text.position();
      if (key.equals("maxInFlight") || key.equals("most")) {
        int max = text.integer(key);
        hedge = text.at(start, () -> before.maxInFlight(max));
      } else {
        Duration floor = text.tryWord("none") ? Duration.ZERO : text.duration("the floor");
        hedge = text.at(start, () -> before.withFloor(floor));
      }
    }
    return hedge;
  }
}
