package dev.reprise.lab;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.target.ServiceTime;
import dev.reprise.text.PrintableText;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Map;

/** The service time of a scenario from its median, in place of the mean that scenarios have. */
final class MedianService {

  /** The name of the median in a request. */
  static final String NAME = "service-p50";

  private static final String SERVICE = "service";
  private static final String SHAPE = "distribution";

  private MedianService() {}

  /**
   * Returns a copy of a scenario whose service time has a median, with the distribution of the
   * scenario.
   *
   * @param median a duration, such as 20ms
   * @throws IllegalArgumentException if it is no duration, or the scenario has no service time with
   *     a distribution, or does not accept the mean
   */
  static Scenario applied(Scenario scenario, String median) {
    Map<String, String> values = scenario.settings().texts();
    if (!values.containsKey(SERVICE) || !values.containsKey(SHAPE)) {
      throw new IllegalArgumentException(
          NAME + ": the scenario has no service time with a distribution");
    }
    double nanos = parsed(median).toNanos() / medianOfMeanOne(values);
    return scenario.with(SERVICE, TimeText.format(Duration.ofNanos(Math.round(nanos))));
  }

  private static Duration parsed(String median) {
    try {
      Duration time = TimeText.parse(median);
      if (time.isZero() || time.isNegative()) {
        throw new IllegalArgumentException("not positive");
      }
      return time;
    } catch (IllegalArgumentException mistake) {
      throw new IllegalArgumentException(
          NAME
              + " must be a duration of more than 0, such as 20ms, but was "
              + PrintableText.oneLine(median),
          mistake);
    }
  }

  /** For percentiles, the parameter is the median. */
  private static double medianOfMeanOne(Map<String, String> values) {
    ServiceTime ofMeanOne =
        switch (values.getOrDefault(SHAPE, "")) {
          case "exponential" -> ServiceTime.exponential(1);
          case "log-normal" ->
              ServiceTime.logNormal(1, Double.parseDouble(values.getOrDefault("spread", "0")));
          default -> ServiceTime.constant(1);
        };
    return ofMeanOne.medianNanos();
  }
}
