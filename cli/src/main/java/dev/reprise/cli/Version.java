package dev.reprise.cli;

import picocli.CommandLine.IVersionProvider;

/** The version, as the manifest of the jar has it. */
final class Version implements IVersionProvider {

  static boolean isAskedFor(String argument) {
    return argument.equals("--version") || argument.equals("-V");
  }

  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return "reprise ".concat(version == null ? "(unpackaged)" : version);
  }

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }
}
