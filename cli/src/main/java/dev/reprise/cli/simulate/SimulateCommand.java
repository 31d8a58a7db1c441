package dev.reprise.cli.simulate;

import dev.reprise.cli.argument.CommandGroup;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.terminal.StandardStream;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.file.Names;
import dev.reprise.simulator.file.ScenarioFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Unmatched;

/** {@code reprise simulate}: lists the scenarios. Each scenario is a subcommand. */
@Command(
    name = "simulate",
    description = "Compare policies against simulated servers.",
    synopsisSubcommandLabel = "SCENARIO|FILE",
    subcommandsRepeatable = false,
    commandListHeading = "%nScenarios:%n",
    footer = {
      "",
      "FILE is your own scenario in YAML or JSON, see docs/guide/simulate.md.",
      "reprise simulate SCENARIO --help lists the options.",
      "",
      "reprise simulate figures draws the figures of the well-known article on jitter.",
      "reprise simulate paper repeats published results.",
      "reprise simulate tune searches for the best policy for a goal.",
      "reprise simulate presets lists the policies of other libraries for --preset.",
      "",
      "Examples:",
      "  reprise simulate aws-contention --clients 10..200",
      "  reprise simulate outage-hang --rate 700,900 \\",
      "      --policy \"mine: maxAttempts=4 within=20s\""
    })
public final class SimulateCommand extends Subcommand {

  private static final String NAME = "simulate";

  /** The one option of all commands that has a value. */
  private static final String WITH_VALUE = "--color";

  /** Sorted: the order of a {@code Map.of} differs from process to process, and pages list them. */
  private static final Map<String, Supplier<Object>> TOOLS =
      new TreeMap<>(
          Map.of(
              "figures", FiguresCommand::new,
              "paper", PaperCommand::new,
              "presets", PresetsCommand::new,
              "tune", TuneCommand::new));

  @Unmatched private List<String> unmatched = new ArrayList<>();

  private final String name;
  private final @Nullable Exception unreadable;

  /**
   * @param name file of a scenario; empty if there is none
   * @param unreadable failure to read the file; null if it was read
   */
  private SimulateCommand(String name, @Nullable Exception unreadable) {
    this.name = name;
    this.unreadable = unreadable;
  }

  /**
   * The command with its scenarios.
   *
   * @param arguments all arguments of the command line; if they name a scenario, only that one is
   *     created
   * @return the command
   */
  public static CommandLine create(String... arguments) {
    Optional<String> named = firstWord(Arrays.asList(arguments));
    Map<String, Scenario> all = Scenarios.all();
    if (named.isPresent() && !isName(named.get()) && isFile(named.get())) {
      return ofFile(named.get());
    }
    boolean known = named.isPresent() && isName(named.get());
    CommandLine line = new CommandLine(new SimulateCommand("", null));
    line.setUnmatchedArgumentsAllowed(!known);
    TOOLS.forEach(
        (name, command) -> {
          if (named.isEmpty() || named.get().equals(name)) {
            line.addSubcommand(name, command.get());
          }
        });
    all.values().stream()
        .filter(scenario -> named.isEmpty() || scenario.name().equals(named.get()))
        .forEach(scenario -> add(line, scenario.name(), builtIn(scenario), null));
    return line;
  }

  /** The first word behind the name of this command that is no option and no value of one. */
  private static Optional<String> firstWord(List<String> arguments) {
    for (int i = arguments.indexOf(NAME) + 1; i > 0 && i < arguments.size(); i++) {
      String word = arguments.get(i);
      if (!word.startsWith("-") && !arguments.get(i - 1).equals(WITH_VALUE)) {
        return Optional.of(word);
      }
    }
    return Optional.empty();
  }

  private static boolean isName(String name) {
    return Scenarios.all().containsKey(name) || TOOLS.containsKey(name);
  }

  private static boolean isFile(String name) {
    try {
      return name.matches("(?i).*\\.(ya?ml|json)") || Files.isRegularFile(Path.of(name));
    } catch (InvalidPathException invalid) {
      return false;
    }
  }

  private static CommandLine ofFile(String name) {
    try {
      ScenarioFile file = ScenarioFile.read(Path.of(name));
      CommandLine line = new CommandLine(new SimulateCommand("", null));
      line.setUnmatchedArgumentsAllowed(false);
      add(line, name, file, Path.of(name));
      return line;
    } catch (IOException | IllegalArgumentException unreadable) {
      CommandLine line = new CommandLine(new SimulateCommand(name, unreadable));
      return line.setUnmatchedArgumentsAllowed(true);
    }
  }

  private static ScenarioFile builtIn(Scenario scenario) {
    return new ScenarioFile(scenario, List.of(), OptionalInt.empty(), OptionalLong.empty());
  }

  private static void add(CommandLine line, String name, ScenarioFile file, @Nullable Path source) {
    line.addSubcommand(name, ScenarioCommand.spec(file, source));
  }

  @Override
  public Integer call() {
    refuse(unmatched);
    CommandLine line = line();
    PrintWriter out = line.getOut();
    line.usage(out, CommandGroup.colors(StandardStream.OUTPUT));
    return 0;
  }

  @Override
  public void refuse(List<String> words) {
    CommandLine line = line();
    if (unreadable instanceof IOException) {
      throw new ParameterException(
          line, "cannot read " + name + ": " + ErrorText.of(unreadable), unreadable);
    }
    if (unreadable != null) {
      throw new ParameterException(line, String.valueOf(unreadable.getMessage()), unreadable);
    }
    if (!words.isEmpty()) {
      throw new ParameterException(line, mistake(words));
    }
  }

  private static String mistake(List<String> unmatched) {
    String first = unmatched.get(0);
    return first.startsWith("-")
        ? "the scenario or file must precede options such as " + first
        : Names.unknown("scenario", first, Scenarios.all().keySet());
  }
}
