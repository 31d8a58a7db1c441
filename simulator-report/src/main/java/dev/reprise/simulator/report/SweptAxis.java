package dev.reprise.simulator.report;

import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.plot.Axis;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The values of a sweep as numbers, with an axis for them. */
record SweptAxis(String parameter, List<String> texts, List<Double> values, Axis axis) {

  private static final double WIDE = 30;
  private static final double NANOS_A_MILLISECOND = 1e6;

  /** Returns the axis of a sweep; empty if its values are not numbers. */
  static Optional<SweptAxis> of(Sweep sweep) {
    boolean times = sweep.values().stream().noneMatch(text -> number(text).isPresent());
    List<Double> values = new ArrayList<>();
    for (String text : sweep.values()) {
      OptionalDouble value = times ? milliseconds(text) : number(text);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.add(value.getAsDouble());
    }
    return Optional.of(
        new SweptAxis(sweep.parameter(), sweep.values(), values, axis(sweep, values, times)));
  }

  private static Axis axis(Sweep sweep, List<Double> values, boolean times) {
    double least = Collections.min(values);
    double most = Collections.max(values);
    String unit = times ? "ms" : "";
    boolean log = least > 0 && most / least >= WIDE;
    return log ? Axis.logarithmic(sweep.parameter(), unit) : Axis.linear(sweep.parameter(), unit);
  }

  SweptAxis titled(String title) {
    Axis same = new Axis(title, axis.unit(), axis.log(), axis.from(), axis.to());
    return new SweptAxis(parameter, texts, values, same);
  }

  private static OptionalDouble number(String text) {
    try {
      return OptionalDouble.of(Double.parseDouble(text.replace("_", "").trim()));
    } catch (NumberFormatException notOne) {
      return OptionalDouble.empty();
    }
  }

  private static OptionalDouble milliseconds(String text) {
    try {
      Duration duration = TimeText.parse(text);
      return OptionalDouble.of(duration.toNanos() / NANOS_A_MILLISECOND);
    } catch (IllegalArgumentException | ArithmeticException notOne) {
      return OptionalDouble.empty();
    }
  }

  double valueOf(String text) {
    return values.get(texts.indexOf(text));
  }
}
