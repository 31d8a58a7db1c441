package dev.reprise.cli.simulate;

import dev.reprise.cli.argument.Subcommand;
import dev.reprise.simulator.output.Wrap;
import dev.reprise.simulator.preset.Preset;
import dev.reprise.simulator.preset.Presets;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** {@code reprise simulate presets}: lists the policies of other libraries. */
@Command(
    name = "presets",
    hidden = true,
    description =
        "List the documented default policies of other libraries, with their sources. The option "
            + "--preset of a scenario adds them by name.")
final class PresetsCommand extends Subcommand {

  @Override
  public Integer call() {
    PrintWriter out = line().getOut();
    for (Preset preset : Presets.all()) {
      out.println(preset.name());
      print(out, "settings", preset.settings());
      print(out, "policy", preset.contender().policy().toString());
      print(out, "budget", preset.contender().budget().toString());
      print(out, "flaw", preset.flaw());
      print(out, "source", preset.source());
    }
    out.flush();
    return 0;
  }

  private static void print(PrintWriter out, String name, String text) {
    if (!text.isEmpty()) {
      String label = "  " + name + " ".repeat(10 - name.length());
      Wrap.lines(label, text).forEach(out::println);
    }
  }
}
