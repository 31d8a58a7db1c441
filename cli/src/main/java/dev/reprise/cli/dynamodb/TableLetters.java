package dev.reprise.cli.dynamodb;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.cli.load.LetterFile;
import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.IOException;
import java.nio.file.Path;

/** Dead letters of a table. */
final class TableLetters<T> implements LetterFile<T> {

  private final DeadLetterFile letters;
  private final Form<T> form;

  private TableLetters(DeadLetterFile letters, Form<T> form) {
    this.letters = letters;
    this.form = form;
  }

  /** Writes items of one type. */
  private interface Form<T> {

    void dead(DeadLetterFile file, DeadLetter<T> letter, long line);

    void notAttempted(DeadLetterFile file, T item);
  }

  private static final Form<ItemWrite> WRITES =
      new Form<>() {
        @Override
        public void dead(DeadLetterFile file, DeadLetter<ItemWrite> letter, long line) {
          file.write(letter, line);
        }

        @Override
        public void notAttempted(DeadLetterFile file, ItemWrite item) {
          file.notAttempted(item);
        }
      };

  private static final Form<KeyRead> READS =
      new Form<>() {
        @Override
        public void dead(DeadLetterFile file, DeadLetter<KeyRead> letter, long line) {
          file.read(letter, line);
        }

        @Override
        public void notAttempted(DeadLetterFile file, KeyRead item) {
          file.notAttempted(item);
        }
      };

  static LetterFile.Format<ItemWrite> ofWrites(String table) {
    return format(table, WRITES);
  }

  static LetterFile.Format<KeyRead> ofReads(String table) {
    return format(table, READS);
  }

  private static <T> LetterFile.Format<T> format(String table, Form<T> form) {
    return new LetterFile.Format<>() {
      @Override
      public LetterFile<T> create(Path file) throws IOException {
        return new TableLetters<>(DeadLetterFile.create(file, table), form);
      }

      @Override
      public LetterFile<T> append(Path file) {
        return new TableLetters<>(DeadLetterFile.append(file, table), form);
      }
    };
  }

  @Override
  public void dead(DeadLetter<T> letter, long line) {
    form.dead(letters, letter, line);
  }

  @Override
  public void notAttempted(T item) {
    form.notAttempted(letters, item);
  }

  @Override
  public void bad(BadLine line) {
    letters.bad(line);
  }

  @Override
  public Path file() {
    return letters.file();
  }

  @Override
  public long count() {
    return letters.count();
  }

  @Override
  public void close() throws IOException {
    letters.close();
  }
}
