package dev.reprise.cli.load;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.output.DistinctFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for the file of dead letters and its limit. */
public final class DeadLetterOptions {

  public static final String SUFFIX = ".dead.ndjson";

  /** Differs from the suffix for load, so that a load and a fetch of one file can both be kept. */
  public static final String FETCH_SUFFIX = ".fetch.dead.ndjson";

  private static final Pattern DEAD_LETTERS =
      Pattern.compile("(.*\\.dead)(?:-(\\d{1,6}))?\\.ndjson");

  @Option(
      names = "--dead-letters",
      paramLabel = "FILE",
      description =
          "File for dead letters: the items that could not be transferred, each with the reason. "
              + "Created with the first dead letter, readable only by you. Default: the first "
              + "input plus .dead.ndjson, or .fetch.dead.ndjson for fetch.")
  private @Nullable String file;

  @Option(
      names = "--max-dead",
      paramLabel = "NUMBER",
      description = "Stop after more dead letters than this. Default: no limit.")
  private @Nullable Long maxDead;

  /** Created by the parser of arguments. */
  public DeadLetterOptions() {}

  /** Refuses a file that another argument names. */
  public void addTo(DistinctFiles files, String defaultName) {
    files.writes("--dead-letters" + (file == null ? " (by default)" : ""), path(defaultName));
  }

  /**
   * Dead letters of a new run.
   *
   * @param defaultName the file if the option does not name one
   * @throws ParameterException if the file exists, with the dead letters of a different run, or is
   *     a device, a pipe or a directory
   */
  public <T> LimitedDeadLetters<T> create(
      CommandLine line, String defaultName, LetterFile.Format<T> format) {
    long max = checkedMax(line);
    Path path = checkedPath(line, defaultName);
    try {
      return new LimitedDeadLetters<>(format.create(path), max);
    } catch (IOException exists) {
      throw new ParameterException(
          line,
          path + " already exists: move it, or name another file with --dead-letters",
          exists);
    }
  }

  /**
   * Dead letters of a resumed run. {@link #keepEarlier} must be called before the first letter.
   *
   * @throws ParameterException if the file is a device, a pipe or a directory
   */
  <T> LimitedDeadLetters<T> append(
      CommandLine line, String defaultName, LetterFile.Format<T> format) {
    Path path = checkedPath(line, defaultName);
    return new LimitedDeadLetters<>(format.append(path), checkedMax(line));
  }

  /**
   * Only a regular file can be kept under a different name: a device such as /dev/null must not.
   */
  private Path checkedPath(CommandLine line, String defaultName) {
    Path path = path(defaultName);
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new ParameterException(line, "--dead-letters must be a regular file, but was " + path);
    }
    return path;
  }

  private long checkedMax(CommandLine line) {
    if (maxDead == null) {
      return Long.MAX_VALUE;
    }
    Arguments.checkRange(line, "--max-dead", maxDead, 0, Long.MAX_VALUE);
    return maxDead;
  }

  /**
   * Renames the dead letters of the previous run.
   *
   * @param defaultName the file if the option does not name one
   * @return the new name; null if there are no dead letters
   */
  @Nullable Path keepEarlier(String defaultName) throws IOException {
    Path path = path(defaultName);
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

  /**
   * Refuses an input of replay that cannot be read twice: first its targets are compared, then its
   * items are sent.
   *
   * @throws ParameterException if the file is a pipe, a device or a directory
   */
  public static void checkInput(CommandLine line, String file) {
    Path path = Path.of(file);
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new ParameterException(line, "FILE must be a regular file, but was " + file);
    }
  }

  private Path path(String defaultName) {
    return Path.of(file == null ? defaultName : file);
  }

  /** Next to {@code x.dead.ndjson} it is {@code x.dead-2.ndjson}, then {@code x.dead-3.ndjson}. */
  public static String nextAfter(String file) {
    Matcher matcher = DEAD_LETTERS.matcher(file);
    if (!matcher.matches()) {
      return file + SUFFIX;
    }
    int number = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
    return matcher.group(1) + "-" + (number + 1) + ".ndjson";
  }
}
