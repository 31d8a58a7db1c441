package dev.reprise.lab;

import dev.reprise.lab.page.PageFile;
import java.util.Optional;

/** The snippets of this module's Javadoc, compiled. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static String servedPage() {
    Optional<PageFile> file = PageFile.at("/");
    String type = file.orElseThrow().contentType();

    return type;
  }

  static String oneRun() {
    LabEngine engine = new LabEngine();
    engine.prepare("scenario=failing-share\nrate=50\nruns=10");
    long events = engine.run(0, 0);
    double[] numbers = engine.numbers(0, 0);
    String summary = engine.summary();

    return numbers.length + summary;
  }
}
