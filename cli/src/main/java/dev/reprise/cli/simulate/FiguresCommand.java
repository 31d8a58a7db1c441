package dev.reprise.cli.simulate;

import dev.reprise.cli.argument.Subcommand;
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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code reprise simulate figures}: draws the figures of the well-known article on jitter. */
@Command(
    name = "figures",
    hidden = true,
    description =
        "Draw the seven figures of the AWS article \"Exponential Backoff And Jitter\", and the same "
            + "figures with all other backoffs and up to a thousand clients, as SVG files and one "
            + "HTML page.")
final class FiguresCommand extends Subcommand {

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Directory for the files; created if it does not exist.")
  private Path out = Path.of("");

  @Option(names = "--seven", description = "Draw only the seven figures.")
  private boolean seven;

  @Mixin private RunOptions runs = new RunOptions(100, 1);

  @Option(names = "--png", description = "Also write each figure as PNG.")
  private boolean png;

  @Override
  public Integer call() throws IOException {
    CommandLine line = line();
    runs.check(line);
    new DistinctFiles(line).writes("--out", out);
    createDirectory(line);
    FigureSet set =
        seven
            ? FigureSet.seven(runs.seeds(), runs.seed())
            : FigureSet.extended(runs.seeds(), runs.seed());
    try (Interruption interruption = new Interruption(set::stop)) {
      List<NamedFigure> pictures =
          ProgressWatch.run(set.runs(), set::finished, () -> set.draw(runs.threads()));
      if (interruption.happened()) {
        Interruption.printStopped(line.getErr(), "; nothing was written");
        return interruption.exitCode();
      }
      write(line.getOut(), set, pictures);
      return 0;
    }
  }

  /** Creates the directory before the simulation, so that a failure is reported early. */
  private void createDirectory(CommandLine line) {
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
