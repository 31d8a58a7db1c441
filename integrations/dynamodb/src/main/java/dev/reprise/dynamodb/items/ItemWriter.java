package dev.reprise.dynamodb.items;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writer of items to a file, one per line. The items go to a temporary file in the same folder,
 * which {@link #complete} renames, so that an incomplete file never has the final name; {@link
 * #close} without {@code complete} deletes the temporary file.
 *
 * <p>Thread-safe; the order of items that are written concurrently is not defined. An interrupt
 * does not affect it. Once writing has failed, the file cannot be completed.
 */
public final class ItemWriter implements Closeable {

  private static final int BUFFER = 1 << 16;

  private final JsonForm form;
  private final OutputStream out;
  private final DiscardableOutputStream end;
  private final @Nullable Target target;
  private boolean complete;
  private boolean closed;
  private boolean failed;
  private long items;

  /**
   * A file that is written under a temporary name in the same folder. It is not a channel, because
   * an interrupt closes channels.
   */
  private record Target(Path file, Path part, FileOutputStream out, boolean replacing) {

    static Target of(Path file, boolean replacing) throws IOException {
      if (!replacing && Files.exists(file)) {
        throw new FileAlreadyExistsException(file.toString());
      }
      Path part = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".part");
      Files.createFile(part);
      return new Target(file, part, new FileOutputStream(part.toFile()), replacing);
    }

    /** Forces the content to the disk, through a second descriptor: the first is closed. */
    void sync() throws IOException {
      try (FileOutputStream again = new FileOutputStream(part.toFile(), true)) {
        again.getFD().sync();
      }
    }

    void move() throws IOException {
      if (!replacing) {
        Files.move(part, file);
        return;
      }
      try {
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private ItemWriter(
      OutputStream to, JsonForm form, Compression compression, @Nullable Target target)
      throws IOException {
    this.form = Objects.requireNonNull(form, "form");
    this.target = target;
    end = new DiscardableOutputStream(to);
    out = new BufferedOutputStream(compression.compressing(end), BUFFER);
  }

  /**
   * Creates a file in plain JSON. The file name determines the compression, as {@link
   * Compression#of} describes.
   *
   * @param file the file
   * @return the writer, to be completed and closed
   * @throws FileAlreadyExistsException if the file exists; {@link #complete} throws it if the file
   *     was created in the meantime
   * @throws IOException if the temporary file cannot be created
   */
  public static ItemWriter create(Path file) throws IOException {
    return create(file, JsonForm.PLAIN, Compression.of(file));
  }

  /**
   * Creates a file.
   *
   * @param file the file
   * @param form the form of the items
   * @param compression the compression, whatever the file name
   * @return the writer, to be completed and closed
   * @throws IOException as {@link #create(Path)}, or if the compression is zstd and its library is
   *     missing
   */
  public static ItemWriter create(Path file, JsonForm form, Compression compression)
      throws IOException {
    return open(Target.of(file, false), form, compression);
  }

  /**
   * Creates a file or replaces an existing file, which remains unchanged until the new file is
   * complete.
   *
   * @param file the file
   * @param form the form of the items
   * @param compression the compression, whatever the file name
   * @return the writer, to be completed and closed
   * @throws IOException if the temporary file cannot be created, or if the compression is zstd and
   *     its library is missing
   */
  public static ItemWriter replace(Path file, JsonForm form, Compression compression)
      throws IOException {
    return open(Target.of(file, true), form, compression);
  }

  private static ItemWriter open(Target target, JsonForm form, Compression compression)
      throws IOException {
    try {
      return new ItemWriter(target.out(), form, compression, target);
    } catch (Throwable failure) {
      target.out().close();
      Files.deleteIfExists(target.part());
      throw failure;
    }
  }

  /**
   * Writes to a stream, such as standard output, which receives items before the writer is
   * complete. If the writer is closed before it is complete, the end of compressed data is missing,
   * so that a reader detects the truncation.
   *
   * @param out the target; flushed and closed with the writer
   * @param form the form of the items
   * @param compression the compression
   * @return the writer, to be completed and closed
   * @throws IOException if the stream fails, or if the compression is zstd and its library is
   *     missing
   */
  public static ItemWriter of(OutputStream out, JsonForm form, Compression compression)
      throws IOException {
    return new ItemWriter(Objects.requireNonNull(out, "out"), form, compression, null);
  }

  /**
   * Writes an item.
   *
   * @param item the item
   * @throws UncheckedIOException if the file cannot be written
   * @throws IllegalArgumentException if the item could not be read back: a value has no type or
   *     several, or the line is longer than 4 MiB. Nothing is written then
   * @throws IllegalStateException if the writer is complete or closed
   */
  public void write(Map<String, AttributeValue> item) {
    byte[] line = (form.line(item) + '\n').getBytes(StandardCharsets.UTF_8);
    if (line.length - 1 > ItemReader.MAX_LINE_BYTES) {
      throw new IllegalArgumentException(
          "line of an item must be at most "
              + ItemReader.MAX_LINE_BYTES
              + " bytes long, but was "
              + (line.length - 1));
    }
    try {
      append(line);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private synchronized void append(byte[] line) throws IOException {
    if (complete || closed) {
      throw new IllegalStateException("the writer is " + (complete ? "complete" : "closed"));
    }
    boolean before = failed;
    failed = true;
    out.write(line);
    failed = before;
    items++;
  }

  /**
   * Returns the number of items written.
   *
   * @return the number of lines
   */
  public synchronized long items() {
    return items;
  }

  /**
   * Ends the file, forces it to the disk and gives it its final name. A second call has no effect.
   *
   * @throws IOException if that fails, or if an item could not be written; {@link #close} then
   *     discards the written items
   * @throws IllegalStateException if the writer is closed
   */
  public synchronized void complete() throws IOException {
    if (complete) {
      return;
    }
    if (closed) {
      throw new IllegalStateException("the writer is closed");
    }
    if (failed) {
      throw new IOException("an item could not be written");
    }
    failed = true;
    if (target == null) {
      out.close();
    } else {
      finish(target);
    }
    failed = false;
    complete = true;
  }

  private void finish(Target file) throws IOException {
    // Ending a compressed stream also closes the stream below it.
    out.close();
    file.sync();
    file.move();
  }

  /**
   * Closes the writer. If it is not complete, deletes the temporary file.
   *
   * @throws IOException if that fails
   */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (!complete) {
      try {
        discardEnd();
      } finally {
        if (target != null) {
          Files.deleteIfExists(target.part());
        }
      }
    }
  }

  /** Releases the memory of the compression without writing the end of its data. */
  private void discardEnd() throws IOException {
    try {
      if (target == null && !failed) {
        out.flush();
      }
    } finally {
      end.discard();
      out.close();
    }
  }
}
