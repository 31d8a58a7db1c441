package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Series;
import dev.reprise.simulator.report.ObservedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The figure of the first page of the site: calls that succeed while and after a server hangs for
 * two seconds, with the standard budget and without one. {@code -Dfigure.rewrite=true} writes its
 * data again.
 */
class OutageFigureTest {

  private static final Path FIGURE =
      Path.of(System.getProperty("basedir", ""), "../docs/.vitepress/theme/outage.json");
  private static final int SECONDS = 60;
  private static final int FAULT_START = 10;
  private static final int FAULT_END = 12;
  private static final int ARRIVALS = 700;
  private static final long SECOND = 1_000_000_000;

  private static final Scenario OUTAGE = outage();

  private static Scenario outage() {
    Scenario hang =
        Scenarios.named("two-second-hang")
            .with("rate", String.valueOf(ARRIVALS))
            .with("fault-start", FAULT_START + "s")
            .with("fault-length", FAULT_END - FAULT_START + "s")
            .with("watch", SECONDS + "s");
    return hang.withContenders(
        hang.contenders().stream()
            .filter(each -> List.of("standard", "no-budget").contains(each.label()))
            .toList());
  }

  private final List<ObservedRun> runs = ObservedRun.of(OUTAGE, 1);

  @Test
  void the_figure_is_that_of_the_simulator() throws IOException {
    String figure = json();
    if (Boolean.getBoolean("figure.rewrite")) {
      Files.writeString(FIGURE, figure);
    }
    assertThat(Files.readString(FIGURE)).isEqualTo(figure);
  }

  @Test
  void the_server_recovers_only_with_the_budget() {
    assertThat(Arrays.stream(perSecond(0)).skip(FAULT_END + 3))
        .allMatch(calls -> calls > 0.9 * ARRIVALS);
    assertThat(Arrays.stream(perSecond(1)).skip(FAULT_END + 3))
        .allMatch(calls -> calls < 0.5 * ARRIVALS);
  }

  private String json() {
    String series =
        IntStream.range(0, runs.size())
            .mapToObj(
                run ->
                    "    {\"label\": \"%s\", \"perSecond\": [%s]}"
                        .formatted(
                            run == 0 ? "with the standard budget" : "without a budget",
                            Arrays.stream(perSecond(run))
                                .mapToObj(String::valueOf)
                                .collect(Collectors.joining(", "))))
            .collect(Collectors.joining(",\n"));
    return """
    {
      "arrivals": %d,
      "fault": {"from": %d, "to": %d},
      "series": [
    %s
      ]
    }
    """
        .formatted(ARRIVALS, FAULT_START, FAULT_END, series);
  }

  /** Returns the calls that succeed in each second. */
  private long[] perSecond(int run) {
    Series goodput =
        runs.get(run).run().series().stream()
            .filter(each -> each.name().equals("goodput"))
            .findFirst()
            .orElseThrow();
    int together = Math.toIntExact(SECOND / goodput.widthNanos());
    return IntStream.range(0, SECONDS)
        .mapToLong(
            second ->
                Math.round(
                    Arrays.stream(goodput.values(), second * together, (second + 1) * together)
                        .sum()))
        .toArray();
  }
}
