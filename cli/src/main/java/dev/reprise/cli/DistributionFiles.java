package dev.reprise.cli;

import dev.reprise.cli.reference.FishScript;
import dev.reprise.cli.reference.ManualPages;
import dev.reprise.cli.reference.ZshScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Writes the files of a distribution that are generated from the commands. */
final class DistributionFiles {

  private DistributionFiles() {}

  /**
   * Writes manual pages and completion scripts into the directories where Unix systems look for
   * them.
   *
   * @param arguments the directory that has the role of {@code /usr/share}, the version and its day
   * @throws IOException if a file cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    Locale.setDefault(Locale.ROOT);
    Path share = Path.of(arguments[0]);
    ManualPages.write(
        RepriseCommand.all(), "reprise " + arguments[1], arguments[2], share.resolve("man/man1"));
    CommandLine all = HelpWords.all();
    write(share.resolve("bash-completion/completions/reprise"), AutoComplete.bash("reprise", all));
    write(share.resolve("zsh/vendor-completions/_reprise"), ZshScript.of(all));
    write(share.resolve("fish/vendor_completions.d/reprise.fish"), FishScript.of(all));
  }

  private static void write(Path file, String text) throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, text);
  }
}
