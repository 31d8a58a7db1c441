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
 * The content of a scenario file: YAML or JSON of at most 1 MiB. The file is data: it cannot name a
 * class, and it is rejected if its aliases expand to more than a scenario can contain.
 *
 * <pre>{@code
 * ScenarioFile file = ScenarioFile.read(Path.of("checkout-outage.yaml"));
 * Experiment experiment =
 *     new Experiment(
 *         file.scenario(), file.sweeps(), file.seeds().orElse(10), file.seed().orElse(1));
 * }</pre>
 *
 * @param scenario the scenario
 * @param sweeps the parameters that take several values; empty for a single point
 * @param seeds the number of runs; empty if the file does not set it
 * @param seed the base seed; empty if the file does not set it
 */
public record ScenarioFile(
    Scenario scenario, List<Sweep> sweeps, OptionalInt seeds, OptionalLong seed) {

  /**
   * Reads a file.
   *
   * @param file the path of the file
   * @return its content
   * @throws IOException if the file cannot be read
   * @throws ScenarioFileException if the file has errors
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
   * Parses a text.
   *
   * @param name the name for the text in error messages, such as the name of its file
   * @param text YAML or JSON
   * @return its content
   * @throws ScenarioFileException if the text has errors
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
