package dev.reprise.cli;

import org.jspecify.annotations.Nullable;

/**
 * The version and the commit of the program, and the Java that runs it. The scripts that build the
 * program append the commit to the version in the manifest, as the build metadata of semantic
 * versioning: {@code 0.1.0+0123456789ab}, or {@code 0.1.0+0123456789ab.modified} if sources
 * differed from the commit.
 */
final class Version {

  private static final String MODIFIED = ".modified";

  private Version() {}

  static String text() {
    return text(
        Version.class.getPackage().getImplementationVersion(),
        System.getProperty("java.version"),
        System.getProperty("java.vendor"));
  }

  /**
   * The text for a program.
   *
   * @param packaged version in the manifest; null if the classes are not in a jar
   */
  static String text(@Nullable String packaged, String java, String vendor) {
    return "reprise "
        + (packaged == null ? "(unpackaged)" : withCommit(packaged))
        + ", Java "
        + java
        + " ("
        + vendor
        + ")";
  }

  private static String withCommit(String packaged) {
    int plus = packaged.indexOf('+');
    if (plus < 0) {
      return packaged + ", unknown commit";
    }
    String version = packaged.substring(0, plus);
    return packaged.endsWith(MODIFIED)
        ? version
            + ", commit "
            + packaged.substring(plus + 1, packaged.length() - MODIFIED.length())
            + " with local changes"
        : version + ", commit " + packaged.substring(plus + 1);
  }

  static void print() {
    System.out.println(text());
  }
}
