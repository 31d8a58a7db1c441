package dev.reprise.cli.dynamodb;

import dev.reprise.cli.output.ErrorText;
import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of a run. If they cannot be written, the run is stopped: one that went on would
 * lose track of what it did not write.
 */
final class DeadLetterOutput implements Closeable {

  private final DeadLetterFile file;
  private final Runnable stop;
  private @Nullable Throwable failure;
  private boolean discarded;
  private long untold;
  private long firstUntold;

  /**
   * @param file closed with these
   * @param stop stops the run
   */
  DeadLetterOutput(DeadLetterFile file, Runnable stop) {
    this.file = file;
    this.stop = stop;
  }

  /**
   * Writes a letter, if none has failed before: half a letter may stand at the end.
   *
   * @param line the line that it is of; 0 if that is not known
   */
  synchronized void write(long line, Consumer<DeadLetterFile> letter) {
    if (failure == null) {
      try {
        letter.accept(file);
        return;
      } catch (UncheckedIOException disk) {
        failure = disk;
        stop.run();
      }
    }
    untold++;
    firstUntold = firstUntold == 0 ? line : firstUntold;
  }

  /** Number of dead letters in the file. */
  synchronized long written() {
    return discarded ? 0 : file.count();
  }

  /** Removes the letters of a run whose output is discarded, once all have come. */
  synchronized void discard() throws IOException {
    file.close();
    if (file.count() > 0) {
      Files.deleteIfExists(file.file());
    }
    discarded = true;
  }

  /** The file that holds them. */
  Path file() {
    return file.file();
  }

  /** Message about dead letters that could not be written; null if all were. */
  synchronized @Nullable String trouble() {
    if (failure == null) {
      return null;
    }
    String from = firstUntold == 0 ? "" : ", from line " + firstUntold + " on";
    return file.file()
        + " cannot be written: "
        + ErrorText.of(failure)
        + "; "
        + untold
        + " dead or not attempted are not written to it"
        + from;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
