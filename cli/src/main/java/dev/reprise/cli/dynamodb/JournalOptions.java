package dev.reprise.cli.dynamodb;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.JournalException;
import dev.reprise.batch.journal.JournalView;
import dev.reprise.batch.journal.SyncPolicy;
import dev.reprise.cli.PolicyArgument;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.dynamodb.DynamoDbBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of the journal, by which a load can be resumed. */
final class JournalOptions {

  private static final Pattern SECONDS = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)s");
  private static final double MILLIS = 1_000;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description = "Take down in this file what is done, and send only what it does not know of.")
  private @Nullable Path file;

  @Option(
      names = "--sync",
      paramLabel = "WHEN",
      description =
          "When the journal is forced to the disk: every-chunk, never, or every so often, such as "
              + "1s, the default. It matters if the power fails; a kill loses nothing.")
  private @Nullable String sync;

  private @Nullable JournalView known;

  boolean isGiven() {
    return file != null;
  }

  /** True if an earlier run has begun the journal. */
  boolean isBegun() {
    return known != null;
  }

  /** Refuses a file that another argument names. */
  void addTo(DistinctFiles files) {
    files.writes("--journal", file);
  }

  /** Reads the options that may hold mistakes. */
  SyncPolicy parse(CommandLine line) throws IOException {
    if (file != null && Files.exists(file) && !Files.isRegularFile(file)) {
      throw new ParameterException(line, "--journal must be a regular file, but was " + file);
    }
    if (file != null && Files.exists(file) && Files.size(file) > 0) {
      known = inspect(line, file);
    }
    Path folder = file == null ? null : file.getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new ParameterException(line, "--journal: there is no folder " + folder);
    }
    if (sync == null) {
      return SyncPolicy.every(Duration.ofSeconds(1));
    }
    if (file == null) {
      throw new ParameterException(
          line, "--sync says how a journal is kept, but --journal names none");
    }
    return PolicyArgument.parse(line, "--sync", sync, JournalOptions::policy);
  }

  private static JournalView inspect(CommandLine line, Path file) throws IOException {
    try {
      return BatchJournal.inspect(file);
    } catch (JournalException none) {
      throw new ParameterException(line, "--journal: " + none.getMessage(), none);
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

  /** Prints what the journal contains, after checking that it belongs to this load. */
  void tellBegun(Consumer<String> messages) {
    if (known != null) {
      messages.accept("resumed: " + known.settled() + " items were done before");
    }
  }

  /** Keeps the journal. */
  DynamoDbBatch apply(DynamoDbBatch batch, SyncPolicy policy, String description) {
    if (file == null) {
      return batch;
    }
    return batch.journaledIn(BatchJournal.in(file).syncedBy(policy).describing(description));
  }
}
