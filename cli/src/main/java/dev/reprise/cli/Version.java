package dev.reprise.cli;

/** The version in the manifest of the jar. */
final class Version {

  private Version() {}

  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return "reprise ".concat(version == null ? "(unpackaged)" : version);
  }

  static void print() {
    System.out.println(text());
  }
}
