package dev.reprise.cli.dynamodb;

import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for the file of dead letters and their greatest number. */
final class DeadLetterOptions {

  static final String ENDING = ".dead.ndjson";

  /** Another than after a load, whose dead letters may be there for the same file. */
  static final String OF_FETCH = ".fetch.dead.ndjson";

  @Option(
      names = "--dead-letters",
      paramLabel = "FILE",
      description =
          "Where lines go that are dead, each with its reason. Made only if one is, readable "
              + "by its owner alone. By default a file beside the first input, whose name ends in "
              + ".dead.ndjson, after fetch in .fetch.dead.ndjson.")
  private @Nullable String file;

  @Option(
      names = "--max-dead",
      paramLabel = "NUMBER",
      description = "Stop once more lines than this are dead. By default it goes on to the end.")
  private @Nullable Long maxDead;

  /** Refuses a file that another argument names. */
  void addTo(DistinctFiles files, String byDefault) {
    files.writes("--dead-letters" + (file == null ? " (by default)" : ""), path(byDefault));
  }

  /** The most that may be dead. */
  long maxDead(CommandLine line) {
    if (maxDead == null) {
      return Long.MAX_VALUE;
    }
    ArgumentChecks.check(line, "--max-dead", maxDead, 0, Long.MAX_VALUE);
    return maxDead;
  }

  /**
   * A file for the letters of this run.
   *
   * @param byDefault where they go by default
   * @throws ParameterException if the letters of another run are there
   */
  DeadLetterFile open(CommandLine line, String byDefault, String table) {
    Path path = path(byDefault);
    try {
      return DeadLetterFile.create(path, table);
    } catch (IOException there) {
      throw new ParameterException(
          line,
          path + " is there already: move it away, or name another with --dead-letters",
          there);
    }
  }

  /** A file for the letters of a run that goes on; {@link #keepEarlier} is to be called first. */
  DeadLetterFile reopen(String byDefault, String table) {
    return DeadLetterFile.append(path(byDefault), table);
  }

  /**
   * Keeps the letters of an earlier run under a name of their own.
   *
   * @param byDefault where they go by default
   * @return that name; null if there are none
   */
  @Nullable Path keepEarlier(String byDefault) throws IOException {
    Path path = path(byDefault);
    if (!Files.exists(path)) {
      return null;
    }
    String name = String.valueOf(path.getFileName());
    int dot = name.lastIndexOf('.');
    int split = dot > 0 ? dot : name.length();
    for (int number = 1; ; number++) {
      Path kept =
          path.resolveSibling(name.substring(0, split) + "." + number + name.substring(split));
      if (!Files.exists(kept)) {
        return Files.move(path, kept);
      }
    }
  }

  private Path path(String byDefault) {
    return Path.of(file == null ? byDefault : file);
  }
}
