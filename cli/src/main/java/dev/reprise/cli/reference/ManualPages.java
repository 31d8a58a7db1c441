package dev.reprise.cli.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/** The manual pages of all commands. */
public final class ManualPages {

  private ManualPages() {}

  /**
   * Writes a page for each command, such as {@code reprise-dynamodb-load.1}.
   *
   * @param line the program with all commands
   * @param version the program and its version, for the foot of each page
   * @param date day of the version, as year, month and day
   * @param directory where to write; created if it does not exist
   * @throws IOException if a page cannot be written
   */
  public static void write(CommandLine line, String version, String date, Path directory)
      throws IOException {
    Files.createDirectories(directory);
    for (CommandEntry entry : CommandEntry.all(line)) {
      Files.writeString(
          directory.resolve(ManualPage.name(entry) + ".1"), ManualPage.of(entry, version, date));
    }
  }
}
