package dev.reprise.cli.load;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.JournalException;
import dev.reprise.batch.journal.JournalView;
import dev.reprise.batch.journal.SyncPolicy;
import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.FixedValues;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.text.CountText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for the journal, with which a load can be resumed. */
final class JournalOptions {

  private static final Pattern SECONDS = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)s");

  /** More than the length of a header, which a run writes first. */
  private static final int MAX_BLANK = 1 << 16;

  private static final double MILLIS = 1_000;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description =
          "Record completed items in this file, and send only items that it does not contain.")
  private @Nullable Path file;

  @Option(
      names = "--sync",
      paramLabel = "WHEN",
      completionCandidates = FixedValues.OfSync.class,
      description =
          "When to force the journal to disk: every-chunk, never, or an interval in seconds, such "
              + "as 1s (default). This matters only for a power loss; a kill loses nothing.")
  private @Nullable String sync;

  private @Nullable JournalView known;

  boolean isGiven() {
    return file != null;
  }

  /** True if an earlier run has created the journal. Known after {@link #parse}. */
  boolean exists() {
    return known != null;
  }

  /** Refuses a file that another argument names. */
  void addTo(DistinctFiles files) {
    files.writes("--journal", file);
  }

  /**
   * Checks the options and reads an existing journal.
   *
   * @throws ParameterException if a value is invalid, or the file is not a journal
   */
  SyncPolicy parse(CommandLine line) throws IOException {
    if (file != null && Files.exists(file) && !Files.isRegularFile(file)) {
      throw new ParameterException(line, "--journal must be a regular file, but was " + file);
    }
    if (file != null && Files.exists(file) && !isBlank(file)) {
      known = inspect(line, file);
    }
    Path folder = file == null ? null : file.getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new ParameterException(line, "--journal: there is no directory " + folder);
    }
    if (sync == null) {
      return SyncPolicy.every(Duration.ofSeconds(1));
    }
    if (file == null) {
      throw new ParameterException(line, "--sync needs a journal: add --journal");
    }
    return Arguments.parse(line, "--sync", sync, JournalOptions::policy);
  }

  /**
   * True for a file without content, or with zeros in its place, as a loss of power leaves one that
   * was just created. The run begins such a journal again.
   */
  private static boolean isBlank(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] first = in.readNBytes(MAX_BLANK + 1);
      return first.length <= MAX_BLANK && Arrays.equals(first, new byte[first.length]);
    }
  }

  private static JournalView inspect(CommandLine line, Path file) throws IOException {
    try {
      return BatchJournal.inspect(file);
    } catch (JournalException invalid) {
      throw new ParameterException(line, "--journal: " + invalid.getMessage(), invalid);
    }
  }

  private static SyncPolicy policy(String text) {
    Matcher seconds = SECONDS.matcher(text);
    if (seconds.matches() && Double.parseDouble(seconds.group(1)) > 0) {
      long millis = Math.round(Double.parseDouble(seconds.group(1)) * MILLIS);
      return SyncPolicy.every(Duration.ofMillis(Math.max(1, millis)));
    }
    return switch (text) {
      case "every-chunk" -> SyncPolicy.everyChunk();
      case "never" -> SyncPolicy.never();
      default ->
          throw new IllegalArgumentException(
              "must be every-chunk, never or seconds above 0, such as 1s, but was " + text);
    };
  }

  /** Returns whether the journal has items that a new table or index would lack. */
  boolean hasSettled() {
    return known != null && known.settled() > 0;
  }

  /** Returns the reason why an existing journal is not of a load; empty if it may be. */
  Optional<String> misfit(List<String> files, String target) {
    if (file == null || known == null) {
      return Optional.empty();
    }
    String load = stored(ItemFiles.describe(files) + "; writes to " + target, file);
    String described = known.description();
    return (described + " ").startsWith(load + " ")
        ? Optional.empty()
        : Optional.of(file + " is the journal of \"" + described + "\", not of \"" + load + "\"");
  }

  /** Returns a description as a journal stores it. */
  private static String stored(String description, Path file) {
    return BatchJournal.in(file).describing(description).description();
  }

  /** Prints the number of items in an existing journal, once it is known to be of this load. */
  void printResumed(Consumer<String> messages) {
    if (known != null) {
      messages.accept(
          "resumed: "
              + CountText.of(known.settled(), "item")
              + (known.settled() == 1 ? " is" : " are")
              + " already done");
    }
  }

  /** The journal; null if none is given. */
  @Nullable BatchJournal journal(SyncPolicy policy, String description) {
    return file == null ? null : BatchJournal.in(file).syncedBy(policy).describing(description);
  }
}
