package dev.reprise.cli.simulate;

import dev.reprise.cli.terminal.Interruption;
import dev.reprise.simulator.report.FigureSet;
import dev.reprise.simulator.report.Picture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise simulate figures}: the figures that made jitter well known. */
@Command(
    name = "figures",
    hidden = true,
    description =
        "Draw the seven figures that made jitter well known, and the same axes with every other "
            + "backoff and up to a thousand clients, as SVG files and a page of all.")
final class FiguresCommand implements Callable<Integer> {

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The folder for the files; made if it is not there.")
  private Path out = Path.of("");

  @Option(names = "--seven", description = "The seven alone.")
  private boolean seven;

  @Mixin private RunOptions runs = new RunOptions(100, 1);

  @Option(names = "--png", description = "Writes each figure as PNG too.")
  private boolean png;

  private @Nullable CommandSpec spec;

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    runs.check(line);
    Files.createDirectories(out);
    FigureSet set =
        seven
            ? FigureSet.seven(runs.seeds(), runs.seed())
            : FigureSet.extended(runs.seeds(), runs.seed());
    try (Interruption interruption = new Interruption(set::stop)) {
      List<Picture> pictures =
          Simulation.run(set.runs(), set::finished, () -> set.draw(runs.threads()));
      for (Picture picture : pictures) {
        Path file = out.resolve(picture.name() + ".svg");
        Files.writeString(file, picture.figure().document());
        line.getOut().println(file);
        if (png) {
          Path image = out.resolve(picture.name() + ".png");
          Files.write(image, Png.of(picture.figure()));
          line.getOut().println(image);
        }
      }
      Path page = out.resolve("figures.html");
      Files.writeString(page, set.page(pictures));
      line.getOut().println(page);
      line.getOut().println(set.law());
      if (interruption.happened()) {
        line.getOut().println("INCOMPLETE: stopped; figures are missing.");
      }
      line.getOut().flush();
      return interruption.happened() ? Interruption.EXIT_CODE : 0;
    }
  }
}
