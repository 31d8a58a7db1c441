package dev.reprise.lab;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** The folders of the page and of its tests. */
final class Pages {

  /** The folder of the page, as the build fills it. */
  static final Path WEB = web();

  /** The folder for what browsers write. */
  static final Path DIRECTORY = Path.of("target", "browser");

  private Pages() {}

  private static Path web() {
    try {
      URI classes = LabEngine.class.getResource("LabEngine.class").toURI();
      return Path.of(classes).resolveSibling("web");
    } catch (URISyntaxException mistake) {
      throw new IllegalStateException(mistake);
    }
  }
}
