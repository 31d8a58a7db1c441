package dev.reprise.cli.simulate;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.file.Names;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Parameter;
import dev.reprise.simulator.output.Wrap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Help texts of a scenario's options. */
final class ScenarioHelp {

  private ScenarioHelp() {}

  static String of(Parameter<?> parameter, Scenario scenario) {
    String value = scenario.settings().texts().get(parameter.name());
    String text = parameter.meaning() + ": " + parameter.range() + ". Default: " + value + ".";
    return escaped(text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1));
  }

  static String[] footer(Scenario scenario) {
    List<String> lines = new ArrayList<>(List.of("", "Policies:"));
    int width =
        scenario.contenders().stream().mapToInt(each -> each.label().length()).max().orElse(0);
    for (Contender contender : scenario.contenders()) {
      String label = contender.label();
      lines.addAll(
          Wrap.lines(
              "  " + label + " ".repeat(width - label.length()) + "  ",
              contender.policy() + "; budget=" + contender.budget()));
    }
    lines.add("");
    lines.add("Metrics:");
    List<Metric> metrics = scenario.model().metrics();
    int wide = metrics.stream().mapToInt(each -> each.name().length()).max().orElse(0);
    for (Metric metric : metrics) {
      String name = metric.name();
      lines.add("  " + name + " ".repeat(wide - name.length()) + "  " + metric.meaning());
    }
    return lines.stream().map(ScenarioHelp::escaped).toArray(String[]::new);
  }

  /** The message for an unknown argument. */
  static String mistake(String argument, CommandSpec spec) {
    if (!argument.startsWith("-")) {
      return "unexpected argument " + argument + ": write the name of the option before its value";
    }
    String name = argument.replaceFirst("^-+", "").replaceFirst("=.*", "");
    List<String> known =
        spec.options().stream()
            .sorted(Comparator.comparing(option -> option.group() == null))
            .map(OptionSpec::longestName)
            .filter(option -> !option.equals("--debug"))
            .map(option -> option.substring(2))
            .toList();
    return Names.unknown("parameter or option", name, known);
  }

  /** The command line that was given, quoted for a shell. */
  static String command(CommandLine line) {
    CommandLine top = line;
    while (top.getParent() != null) {
      top = top.getParent();
    }
    StringBuilder command = new StringBuilder(top.getCommandName());
    for (String word : top.getParseResult().originalArgs()) {
      boolean plain = word.matches("[\\p{L}\\p{N}_./:=,+-]+");
      command.append(' ').append(plain ? word : "'" + word.replace("'", "'\\''") + "'");
    }
    return command.toString();
  }

  /** Escapes everything that picocli would replace. */
  private static String escaped(String text) {
    return text.replace("%", "%%").replace("@|", "@ |").replace("${", "$ {");
  }
}
