package dev.reprise.lab;

/** The snippets of this module's Javadoc, compiled. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static String oneRun() {
    LabEngine engine = new LabEngine();
    engine.prepare("scenario=failing-share\nrate=50\nruns=10");
    double[] numbers = engine.run(0, 0);
    String summary = engine.summary();

    return numbers.length + summary;
  }
}
