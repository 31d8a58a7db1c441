package dev.reprise.cli.simulate;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.OutputFile;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.simulator.advice.Advice;
import dev.reprise.simulator.advice.Advisor;
import dev.reprise.simulator.advice.Fault;
import dev.reprise.simulator.advice.Service;
import dev.reprise.simulator.plot.Figure;
import dev.reprise.time.TimeText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code reprise advise}: names a policy for a service. */
@Command(
    name = "advise",
    sortOptions = false,
    description =
        "Name a retry policy for a service, from a few numbers that describe it, with the reasons "
            + "and with what other policies would do.",
    footer = {
      "",
      "Candidates are simulated at the service as described, with more and less load, longer and "
          + "shorter faults, and more and fewer pods. RATE is a number, or one with /s, /min or /h. "
          + "Below 100 calls/s, --seeds is multiplied by up to 10.",
      "",
      "Example:",
      "  reprise advise --pods 200 --capacity 2000/s --p50 20ms \\",
      "      --load 1400/s --hang 30s"
    })
public final class AdviseCommand extends Subcommand {

  private static final String PNG = ".png";
  private static final String NUMBER = "[0-9.eE+-]+";

  @Option(
      names = "--load",
      required = true,
      paramLabel = "RATE",
      description = "Calls of all pods together.")
  private String load = "";

  @Option(
      names = "--capacity",
      required = true,
      paramLabel = "RATE",
      description = "Attempts that the server serves at most.")
  private String capacity = "";

  @Option(
      names = "--p50",
      required = true,
      paramLabel = "DURATION",
      description = "Median time of an attempt at a server that is not loaded.")
  private String p50 = "";

  @Option(
      names = "--p99",
      paramLabel = "DURATION",
      description = "99th percentile of that time. Default: that of an exponential distribution.")
  private @Nullable String p99;

  @Option(
      names = "--pods",
      paramLabel = "NUMBER",
      defaultValue = "10",
      description = "Client processes, each with its own budget. Default: ${DEFAULT-VALUE}.")
  private int pods;

  @Option(
      names = "--hang",
      paramLabel = "DURATION",
      description = "The server answers nothing for this time. Default fault: a hang of 30s.")
  private @Nullable String hang;

  @Option(
      names = "--errors",
      paramLabel = "DURATION",
      description = "The server fails every attempt at once for this time.")
  private @Nullable String errors;

  @Option(
      names = "--brown-out",
      paramLabel = "DURATION",
      description = "The server has three of ten workers for this time.")
  private @Nullable String brownOut;

  @Option(
      names = "--slow",
      paramLabel = "DURATION",
      description = "The server is five times as slow for this time.")
  private @Nullable String slow;

  @Option(
      names = "--failing",
      paramLabel = "SHARE",
      defaultValue = "1%",
      description =
          "Share of the attempts that fail at random at any time, such as 0.01 or 1%%. Default: 1%%.")
  private String failing = "";

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      description =
          "Longest acceptable timeout of an attempt. Default: 1s, or 20 times the median if that is "
              + "longer.")
  private @Nullable String timeout;

  @Option(
      names = "--deadline",
      paramLabel = "DURATION",
      defaultValue = "30s",
      description = "Time after which nobody waits for a call. Default: ${DEFAULT-VALUE}.")
  private String deadline = "";

  @Option(
      names = "--queue",
      paramLabel = "NUMBER",
      description = "Attempts that wait at the server at most. Default: ten seconds of capacity.")
  private @Nullable Integer queue;

  @Option(
      names = "--figure",
      paramLabel = "FILE",
      description = "Write the figure as SVG, or as PNG if the name ends with .png.")
  private @Nullable Path figure;

  @Mixin private RunOptions runs = new RunOptions(Advisor.DEFAULT_SEEDS, 1);

  /** Created by the parser of arguments. */
  public AdviseCommand() {}

  @Override
  public Integer call() throws IOException {
    CommandLine line = line();
    runs.check(line);
    checkFigure(line);
    Service service = checked(line);
    Advisor advisor = new Advisor(service, runs.seeds(), runs.seed());
    try (Interruption interruption = new Interruption(advisor::stop)) {
      ProgressWatch.announce(
          line.getErr(),
          advisor.runs(),
          advisor.estimatedEvents(),
          runs.threads(),
          ProgressWatch.NOTHING);
      Optional<Advice> advice =
          ProgressWatch.run(advisor.runs(), advisor::finished, () -> advisor.run(runs.threads()));
      if (advice.isEmpty()) {
        Interruption.printStopped(line.getErr(), "; there is no advice without all runs");
        return interruption.exitCode(1);
      }
      print(line, advice.get());
      return interruption.exitCode(0);
    }
  }

  private void print(CommandLine line, Advice advice) throws IOException {
    try {
      advice.lines().forEach(line.getOut()::println);
      line.getOut().flush();
    } finally {
      // The figure is written even if standard output is a closed pipe.
      if (figure != null) {
        write(figure, advice.figure());
      }
    }
  }

  private static void write(Path file, Figure drawn) throws IOException {
    byte[] bytes = isPng(file) ? Png.of(drawn) : drawn.document().getBytes(StandardCharsets.UTF_8);
    OutputFile.write(file, to -> to.write(bytes));
  }

  private void checkFigure(CommandLine line) {
    Path file = figure;
    if (file == null) {
      return;
    }
    new DistinctFiles(line).writes("--figure", file);
    OutputOptions.checkFile(line, "--figure", file);
  }

  private static boolean isPng(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(PNG);
  }

  /** The settings of a service have the names of the options. */
  private Service checked(CommandLine line) {
    try {
      return service(line);
    } catch (IllegalArgumentException notInRange) {
      throw new ParameterException(line, "--" + notInRange.getMessage(), notInRange);
    }
  }

  private Service service(CommandLine line) {
    Service[] service = {
      Service.of(
              rate(line, "--load", load),
              rate(line, "--capacity", capacity),
              duration(line, "--p50", p50))
          .withPods(pods)
          .withFailing(share(line, failing))
          .withDeadline(duration(line, "--deadline", deadline))
          .withFault(fault(line))
    };
    set(line, "--p99", p99, value -> service[0] = service[0].withP99(value));
    set(line, "--timeout", timeout, value -> service[0] = service[0].withTimeout(value));
    Integer longest = queue;
    return longest == null ? service[0] : service[0].withQueue(longest);
  }

  private static void set(
      CommandLine line, String name, @Nullable String text, Consumer<Duration> setter) {
    if (text != null) {
      setter.accept(duration(line, name, text));
    }
  }

  private Fault fault(CommandLine line) {
    Map<Fault.Kind, String> named = new EnumMap<>(Fault.Kind.class);
    name(named, Fault.Kind.HANG, hang);
    name(named, Fault.Kind.ERRORS, errors);
    name(named, Fault.Kind.BROWN_OUT, brownOut);
    name(named, Fault.Kind.SLOW, slow);
    if (named.size() > 1) {
      throw new ParameterException(
          line, "only one of --hang, --errors, --brown-out and --slow can be given");
    }
    if (named.isEmpty()) {
      return new Fault(Fault.Kind.HANG, Duration.ofSeconds(30));
    }
    Fault.Kind kind = named.keySet().iterator().next();
    String option = "--" + kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    Duration length = duration(line, option, named.values().iterator().next());
    return Arguments.parse(line, option, "", unused -> new Fault(kind, length));
  }

  private static void name(Map<Fault.Kind, String> named, Fault.Kind kind, @Nullable String text) {
    if (text != null) {
      named.put(kind, text);
    }
  }

  private static Duration duration(CommandLine line, String name, String text) {
    return Arguments.parse(line, name, text, TimeText::parse);
  }

  private static double rate(CommandLine line, String name, String text) {
    int slash = text.indexOf('/');
    String number = slash < 0 ? text : text.substring(0, slash);
    double seconds =
        switch (slash < 0 ? "s" : text.substring(slash + 1).strip()) {
          case "s", "sec" -> 1;
          case "m", "min" -> 60;
          case "h" -> 3600;
          default -> Double.NaN;
        };
    double value = number(number);
    if (Double.isNaN(seconds) || Double.isNaN(value)) {
      throw new ParameterException(
          line, name + " must be a rate such as 2000/s, 500/min or 2000, but was " + text);
    }
    return value / seconds;
  }

  private static double share(CommandLine line, String text) {
    String stripped = text.strip();
    boolean percent = stripped.endsWith("%");
    double value = number(percent ? stripped.substring(0, stripped.length() - 1) : stripped);
    if (Double.isNaN(value)) {
      throw new ParameterException(
          line, "--failing must be a share such as 0.01 or 1%, but was " + text);
    }
    return percent ? value / 100 : value;
  }

  private static double number(String text) {
    try {
      String number = text.strip();
      return number.matches(NUMBER) ? Double.parseDouble(number) : Double.NaN;
    } catch (NumberFormatException notNumber) {
      return Double.NaN;
    }
  }
}
