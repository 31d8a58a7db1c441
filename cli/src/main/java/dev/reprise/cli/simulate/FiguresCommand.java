package dev.reprise.cli.simulate;

import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputFile;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.simulator.report.FigureSet;
import dev.reprise.simulator.report.NamedFigure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
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
import picocli.CommandLine.ParameterException;
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
    new DistinctFiles(line).writes("--out", out);
    makeFolder(line);
    FigureSet set =
        seven
            ? FigureSet.seven(runs.seeds(), runs.seed())
            : FigureSet.extended(runs.seeds(), runs.seed());
    try (Interruption interruption = new Interruption(set::stop)) {
      List<NamedFigure> pictures =
          Simulation.run(set.runs(), set::finished, () -> set.draw(runs.threads()));
      if (interruption.happened()) {
        line.getErr().println("reprise: stopped" + Interruption.by() + "; nothing was written");
        line.getErr().flush();
        return interruption.exitCode();
      }
      write(line.getOut(), set, pictures);
      return 0;
    }
  }

  /** Fails before the work is done, not after. */
  private void makeFolder(CommandLine line) {
    try {
      Files.createDirectories(out);
    } catch (IOException failure) {
      throw new ParameterException(
          line, "cannot write to " + out + ": " + ErrorText.of(failure), failure);
    }
  }

  private void write(PrintWriter printed, FigureSet set, List<NamedFigure> pictures)
      throws IOException {
    for (NamedFigure picture : pictures) {
      write(printed, picture.name() + ".svg", picture.figure().document());
      if (png) {
        byte[] image = Png.of(picture.figure());
        Path file = out.resolve(picture.name() + ".png");
        OutputFile.write(file, to -> to.write(image));
        printed.println(file);
      }
    }
    write(printed, "figures.html", set.page(pictures));
    printed.println(set.law());
    printed.flush();
  }

  private void write(PrintWriter printed, String name, String text) throws IOException {
    Path file = out.resolve(name);
    OutputFile.write(file, to -> to.write(text.getBytes(StandardCharsets.UTF_8)));
    printed.println(file);
  }
}
