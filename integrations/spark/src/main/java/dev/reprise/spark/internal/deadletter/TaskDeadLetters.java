package dev.reprise.spark.internal.deadletter;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of a task attempt. Until the attempt commits, they are in a file on the disk of
 * its executor that only its owner can read. Thread-safe: the batch of an attempt that is aborted
 * may end later on its own threads, and its last dead letters are then dropped.
 */
public final class TaskDeadLetters {

  private final DeadLetterFolder folder;
  private final String table;
  private final String name;
  private @Nullable Path spoolFolder;
  private @Nullable DeadLetterFile spool;
  private boolean ended;

  public TaskDeadLetters(DeadLetterFolder folder, String table, String name) {
    this.folder = folder;
    this.table = table;
    this.name = name;
  }

  /** Adds a dead letter, unless the attempt has ended. */
  public synchronized void add(DeadLetter<ItemWrite> dead) {
    if (ended) {
      return;
    }
    try {
      open().write(dead, 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private DeadLetterFile open() throws IOException {
    DeadLetterFile file = spool;
    if (file == null) {
      Path created = Files.createTempDirectory("reprise-dead-letters");
      spoolFolder = created;
      file = DeadLetterFile.create(created.resolve(name), table);
      spool = file;
    }
    return file;
  }

  /**
   * Copies the file to the folder of the job.
   *
   * @return the name of the file; null if there are no dead letters
   */
  public synchronized @Nullable String commit() throws IOException {
    DeadLetterFile file = spool;
    if (file == null) {
      return null;
    }
    file.close();
    folder.upload(file.file(), name);
    discard();
    return name;
  }

  /** Ends the attempt: deletes the local file. */
  public synchronized void discard() throws IOException {
    ended = true;
    DeadLetterFile file = spool;
    Path created = spoolFolder;
    spool = null;
    spoolFolder = null;
    if (file != null) {
      file.close();
      Files.deleteIfExists(file.file());
    }
    if (created != null) {
      Files.deleteIfExists(created);
    }
  }
}
