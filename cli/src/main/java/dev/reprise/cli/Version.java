package dev.reprise.cli;

/** The version, as the manifest of the jar has it. */
final class Version {

  private Version() {}

  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return "reprise ".concat(version == null ? "(unpackaged)" : version);
  }

  /** Prints it, and succeeds. */
  static boolean print() {
    System.out.println(text());
    return true;
  }
}
