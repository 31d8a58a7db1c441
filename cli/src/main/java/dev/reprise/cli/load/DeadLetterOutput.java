package dev.reprise.cli.load;

import dev.reprise.cli.output.ErrorText;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of a run. If they cannot be written, the run is stopped, because it would lose
 * track of items that failed.
 */
final class DeadLetterOutput<T> implements Closeable {

  private final LetterFile<T> file;
  private final Runnable stop;
  private @Nullable Throwable failure;
  private boolean discarded;
  private long unwritten;
  private long firstUnwrittenLine;

  /**
   * @param file closed together with this output
   * @param stop stops the run
   */
  DeadLetterOutput(LetterFile<T> file, Runnable stop) {
    this.file = file;
    this.stop = stop;
  }

  /**
   * Writes a dead letter, unless an earlier one has failed: the file may then end with half of it.
   *
   * @param line the line of the item; 0 if unknown
   */
  synchronized void write(long line, Consumer<LetterFile<T>> letter) {
    if (failure == null) {
      try {
        letter.accept(file);
        return;
      } catch (UncheckedIOException disk) {
        failure = disk;
        stop.run();
      }
    }
    unwritten++;
    firstUnwrittenLine = firstUnwrittenLine == 0 ? line : firstUnwrittenLine;
  }

  /** Number of dead letters in the file. */
  synchronized long written() {
    return discarded ? 0 : file.count();
  }

  /** Removes the file of a run whose output is discarded. No letter may be written afterwards. */
  synchronized void discard() throws IOException {
    file.close();
    if (file.count() > 0) {
      Files.deleteIfExists(file.file());
    }
    discarded = true;
  }

  /** The file of dead letters. */
  Path file() {
    return file.file();
  }

  /** Message about dead letters that could not be written; null if all were. */
  synchronized @Nullable String failureMessage() {
    if (failure == null) {
      return null;
    }
    String from = firstUnwrittenLine == 0 ? "" : ", from line " + firstUnwrittenLine + " on";
    return file.file()
        + " cannot be written: "
        + ErrorText.of(failure)
        + "; "
        + unwritten
        + " dead or not attempted are missing in it"
        + from;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
