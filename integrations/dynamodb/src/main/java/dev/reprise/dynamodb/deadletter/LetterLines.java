package dev.reprise.dynamodb.deadletter;

import dev.reprise.text.PrintableText;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * File of dead letters of any service, one per line. It is created with the first letter. From then
 * on only its owner can read and write it, whatever the umask. Each letter has been passed to the
 * operating system when {@link #append(Supplier)} returns, and is on the disk when the file is
 * closed.
 *
 * <p>Thread-safe; an interrupt does not affect it. No method accepts or returns null.
 */
public final class LetterLines implements Closeable {

  /** True if existing letters are kept. */
  private final boolean appending;

  private final Path file;
  private @Nullable RandomAccessFile open;

  /** True if the file may end within a line. */
  private boolean incompleteLine = true;

  private boolean closed;
  private long count;

  private LetterLines(Path file, boolean appending) {
    this.file = Objects.requireNonNull(file, "file");
    this.appending = appending;
  }

  /**
   * Opens a file that does not exist yet.
   *
   * @param file the file
   * @return the file, to be closed
   * @throws FileAlreadyExistsException if it exists: it may hold the letters of an earlier run. If
   *     another process creates it before the first letter, the method of that letter throws this
   *     exception
   */
  public static LetterLines create(Path file) throws IOException {
    if (Files.exists(file)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    return new LetterLines(file, false);
  }

  /**
   * Opens a file in place of an existing one, which is deleted.
   *
   * @param file the file
   * @return the file, to be closed
   * @throws IOException if the existing file cannot be deleted
   */
  public static LetterLines replace(Path file) throws IOException {
    Files.deleteIfExists(file);
    return new LetterLines(file, false);
  }

  /**
   * Opens a file to append letters to existing ones. An incomplete last line of a killed run is
   * ended by a line end.
   *
   * @param file the file; the first letter restricts its permissions to its owner
   * @return the file, to be closed
   */
  public static LetterLines append(Path file) {
    return new LetterLines(file, true);
  }

  /**
   * Writes a letter.
   *
   * @param letter returns the letter in one line; called once. If it throws, nothing is written
   * @throws UncheckedIOException if the file cannot be written
   * @throws IllegalStateException if it is closed
   */
  public synchronized void append(Supplier<String> letter) {
    if (closed) {
      throw new IllegalStateException(PrintableText.oneLine(file.toString()) + " is closed");
    }
    String line = letter.get();
    try {
      RandomAccessFile to = open();
      if (incompleteLine) {
        completeLastLine(to);
      }
      incompleteLine = true;
      to.write((line + '\n').getBytes(StandardCharsets.UTF_8));
      incompleteLine = false;
      count++;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private RandomAccessFile open() throws IOException {
    RandomAccessFile now = open;
    if (now == null) {
      now = appending ? OwnerOnlyFile.append(file) : OwnerOnlyFile.create(file);
      open = now;
    }
    return now;
  }

  private static void completeLastLine(RandomAccessFile file) throws IOException {
    long length = file.length();
    if (length > 0) {
      file.seek(length - 1);
      if (file.read() != '\n') {
        file.write('\n');
      }
    }
  }

  /**
   * Returns the path of the file.
   *
   * @return the path; the file does not exist before the first letter
   */
  public Path file() {
    return file;
  }

  /**
   * Returns the number of letters written by this object.
   *
   * @return the number
   */
  public synchronized long count() {
    return count;
  }

  /**
   * Forces the letters to the disk and closes the file. A second call has no effect.
   *
   * @throws IOException if that fails
   */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    RandomAccessFile last = open;
    open = null;
    if (last != null) {
      try (last) {
        last.getFD().sync();
      }
    }
  }
}
