package dev.reprise.cli.dynamodb;

import dev.reprise.cli.load.ItemSource;
import dev.reprise.dynamodb.deadletter.DeadLetterReader;
import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The writes in a file of dead letters. */
final class DeadLetterSource implements ItemSource, Iterator<ItemWrite> {

  private static final String TABLE_OF_ARN = ":table/";

  private final DeadLetterReader letters;
  private final long size;

  private DeadLetterSource(DeadLetterReader letters, long size) {
    this.letters = letters;
    this.size = size;
  }

  /**
   * Opens a file.
   *
   * @param unsendable receives each line without a write
   */
  static DeadLetterSource open(Path file, Consumer<? super BadLine> unsendable) throws IOException {
    return new DeadLetterSource(DeadLetterReader.open(file, unsendable), Files.size(file));
  }

  /**
   * Reads the whole file.
   *
   * @return the tables of its writes, other than {@code table}
   */
  static NavigableSet<String> otherTables(Path file, String table) throws IOException {
    NavigableSet<String> others = new TreeSet<>();
    try (DeadLetterReader letters = DeadLetterReader.open(file, unsendable -> {})) {
      while (letters.hasNext()) {
        letters.next();
        letters.table().filter(each -> !isSame(each, table)).ifPresent(others::add);
      }
    }
    return others;
  }

  /** True if two names or ARNs may denote the same table. */
  private static boolean isSame(String one, String other) {
    boolean arns = one.contains(TABLE_OF_ARN) && other.contains(TABLE_OF_ARN);
    return arns ? one.equals(other) : name(one).equals(name(other));
  }

  private static String name(String table) {
    int name = table.indexOf(TABLE_OF_ARN);
    return name < 0 ? table : table.substring(name + TABLE_OF_ARN.length());
  }

  @Override
  public boolean hasNext() {
    return letters.hasNext();
  }

  @Override
  public ItemWrite next() {
    return letters.next();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long bytes() {
    return letters.bytesRead();
  }

  @Override
  public long bad() {
    return letters.unsendable();
  }

  @Override
  public long lastLine() {
    return letters.lastLine();
  }

  @Override
  public long lineOf(long position) {
    return letters.lineOf(position);
  }

  @Override
  public void close() throws IOException {
    letters.close();
  }
}
