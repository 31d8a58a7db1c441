package dev.reprise.dynamodb.deadletter;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.internal.json.JsonLine;
import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * File of dead letters, one JSON object per line, with all data that is needed to send them again;
 * {@link DeadLetterReader} reads it, and {@code docs/reference/dead-letters.md} describes it. Items
 * and keys are in DynamoDB JSON, without loss.
 *
 * <p>The file is created with the first letter. From then on only its owner can read and write it,
 * whatever the umask. Each letter has been passed to the operating system when its method returns,
 * and is on the disk when the file is closed.
 *
 * <p>Thread-safe; an interrupt does not affect it. Each method throws {@link UncheckedIOException}
 * if the file cannot be written, {@link IllegalArgumentException} for an item that could not be
 * read back, of which nothing is written, and {@link IllegalStateException} once it is closed.
 */
public final class DeadLetterFile implements Closeable {

  private final LetterLines lines;
  private final String table;

  private DeadLetterFile(LetterLines lines, String table) {
    this.lines = lines;
    this.table = Objects.requireNonNull(table, "table");
  }

  /**
   * Opens a file that does not exist yet.
   *
   * @param file the file
   * @param table the table of the items
   * @return the file, to be closed
   * @throws FileAlreadyExistsException if it exists: it may hold the letters of an earlier run. If
   *     another process creates it before the first letter, the method of that letter throws this
   *     exception
   */
  public static DeadLetterFile create(Path file, String table) throws IOException {
    return new DeadLetterFile(LetterLines.create(file), table);
  }

  /**
   * Opens a file in place of an existing one, which is deleted.
   *
   * @param file the file
   * @param table the table of the items
   * @return the file, to be closed
   * @throws IOException if the existing file cannot be deleted
   */
  public static DeadLetterFile replace(Path file, String table) throws IOException {
    return new DeadLetterFile(LetterLines.replace(file), table);
  }

  /**
   * Opens a file to append letters to existing ones, for a run that is resumed. An incomplete last
   * line of a killed run is ended by a line end.
   *
   * @param file the file; the first letter restricts its permissions to its owner
   * @param table the table of the items
   * @return the file, to be closed
   */
  public static DeadLetterFile append(Path file, String table) {
    return new DeadLetterFile(LetterLines.append(file), table);
  }

  /**
   * Writes a dead write.
   *
   * @param dead the dead letter
   * @param line the line number of the item in the input, from 1; 0 if it has none
   */
  public void write(DeadLetter<ItemWrite> dead, long line) {
    append(
        json -> {
          place(json, line, dead.position());
          outcome(json, dead);
          DeadLetterFields.write(json, dead.item());
        });
  }

  /**
   * Writes a dead read.
   *
   * @param dead the dead letter
   * @param line the line number of the key in the input, from 1; 0 if it has none
   */
  public void read(DeadLetter<KeyRead> dead, long line) {
    append(
        json -> {
          place(json, line, dead.position());
          outcome(json, dead);
          DeadLetterFields.read(json, dead.item());
        });
  }

  /**
   * Writes a write that was not sent, because the run was stopped.
   *
   * @param write the write
   */
  public void notAttempted(ItemWrite write) {
    append(
        json -> {
          notAttempted(json);
          DeadLetterFields.write(json, write);
        });
  }

  /**
   * Writes a read that was not sent, because the run was stopped.
   *
   * @param read the read
   */
  public void notAttempted(KeyRead read) {
    append(
        json -> {
          notAttempted(json);
          DeadLetterFields.read(json, read);
        });
  }

  /**
   * Writes a line that is not an item.
   *
   * @param bad the line
   */
  public void bad(BadLine bad) {
    append(
        json -> {
          place(json, bad.number(), -1);
          DeadLetterFields.outcome(json, DeadLetterFields.NO_ITEM, 0);
          json.writeStringField(DeadLetterFields.MESSAGE, bad.reason());
          json.writeStringField(DeadLetterFields.TEXT, bad.text());
        });
  }

  private void place(JsonGenerator json, long line, long position) throws IOException {
    if (line > 0) {
      json.writeNumberField(DeadLetterFields.LINE, line);
    }
    if (position >= 0) {
      json.writeNumberField(DeadLetterFields.POSITION, position);
    }
    json.writeStringField(DeadLetterFields.TABLE, table);
  }

  private void notAttempted(JsonGenerator json) throws IOException {
    place(json, 0, -1);
    DeadLetterFields.outcome(json, DeadLetterFields.NOT_ATTEMPTED, 0);
  }

  private static void outcome(JsonGenerator json, DeadLetter<?> dead) throws IOException {
    Throwable error = dead.error();
    InvalidItemException invalid = error instanceof InvalidItemException it ? it : null;
    String reason = invalid == null ? dead.stopReason().toString() : DeadLetterFields.INVALID_ITEM;
    DeadLetterFields.outcome(json, reason, dead.attempts());
    if (error != null) {
      json.writeStringField(DeadLetterFields.ERROR, error.getClass().getName());
    }
    json.writeStringField(
        DeadLetterFields.MESSAGE,
        invalid == null ? dead.message() : String.valueOf(invalid.getMessage()));
  }

  private void append(JsonLine.Content letter) {
    lines.append(
        () ->
            JsonLine.text(
                json -> {
                  json.writeStartObject();
                  letter.write(json);
                  json.writeEndObject();
                }));
  }

  /**
   * Returns the path of the file.
   *
   * @return the path; the file does not exist before the first letter
   */
  public Path file() {
    return lines.file();
  }

  /**
   * Returns the number of letters written by this object.
   *
   * @return the number
   */
  public long count() {
    return lines.count();
  }

  /**
   * Forces the letters to the disk and closes the file. A second call has no effect.
   *
   * @throws IOException if that fails
   */
  @Override
  public void close() throws IOException {
    lines.close();
  }
}
