package dev.reprise.simulator.file;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a scenario file says. It is YAML or JSON of at most 1 MiB, and it is data: nothing in it can
 * name a class, and what unfolds to more than a scenario can be is refused.
 *
 * @param scenario what is simulated
 * @param sweeps parameters that take several values; none for one point
 * @param seeds how many runs, if the file says so
 * @param seed the base seed, if the file says so
 */
public record ScenarioFile(
    Scenario scenario, List<Sweep> sweeps, OptionalInt seeds, OptionalLong seed) {

  /**
   * Reads a file.
   *
   * @param file where it is
   * @return what it says
   * @throws IOException if it cannot be read
   * @throws ScenarioFileException if it has mistakes
   */
  public static ScenarioFile read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(TreeReader.MAX_BYTES + 1);
      String name = String.valueOf(file.getFileName());
      if (bytes.length > TreeReader.MAX_BYTES) {
        throw new ScenarioFileException(
            List.of(
                PrintableText.oneLine(name)
                    + ": a scenario file must have at most "
                    + TreeReader.MAX_BYTES
                    + " bytes"));
      }
      return parse(name, new String(bytes, StandardCharsets.UTF_8));
    }
  }

  /**
   * Reads a text.
   *
   * @param name what mistakes call it, such as the name of its file
   * @param text YAML or JSON
   * @return what it says
   * @throws ScenarioFileException if it has mistakes
   */
  public static ScenarioFile parse(String name, String text) {
    FileErrors mistakes = new FileErrors(name);
    try {
      return new ScenarioReader(mistakes).read(TreeReader.read(text));
    } catch (TreeReader.Mistake broken) {
      mistakes.add(broken.line(), String.valueOf(broken.getMessage()));
      throw mistakes.all();
    }
  }
}
