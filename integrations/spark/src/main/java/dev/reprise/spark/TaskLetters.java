package dev.reprise.spark;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of a task attempt. Until it commits they are on the disk of its executor,
 * readable only by their owner.
 */
final class TaskLetters {

  private final LetterFolder folder;
  private final String table;
  private final String name;
  private @Nullable Path spoolFolder;
  private @Nullable DeadLetterFile spool;

  TaskLetters(LetterFolder folder, String table, String name) {
    this.folder = folder;
    this.table = table;
    this.name = name;
  }

  void add(DeadLetter<ItemWrite> dead) {
    try {
      open().write(dead, 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private DeadLetterFile open() throws IOException {
    DeadLetterFile file = spool;
    if (file == null) {
      Path made = Files.createTempDirectory("reprise-dead-letters");
      spoolFolder = made;
      file = DeadLetterFile.create(made.resolve(name), table);
      spool = file;
    }
    return file;
  }

  /**
   * Copies the letters to the folder of the job and returns the name of the file; null if there are
   * none.
   */
  @Nullable String commit() throws IOException {
    DeadLetterFile file = spool;
    if (file == null) {
      return null;
    }
    file.close();
    folder.upload(file.file(), name);
    discard();
    return name;
  }

  void discard() throws IOException {
    DeadLetterFile file = spool;
    Path made = spoolFolder;
    spool = null;
    spoolFolder = null;
    if (file != null) {
      file.close();
      Files.deleteIfExists(file.file());
    }
    if (made != null) {
      Files.deleteIfExists(made);
    }
  }
}
