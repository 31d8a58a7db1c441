package dev.reprise.cli.load;

import dev.reprise.cli.output.ErrorText;
import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.items.LineReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The items of one or more files. Each file is opened when the previous one has been read. Lines
 * are numbered from 1 across all files.
 *
 * @param <S> type of a parsed line
 */
public final class ItemFiles<S> implements ItemSource, Iterator<S> {

  private static final String STANDARD_INPUT = "-";
  private static final long UNKNOWN = -1;

  /**
   * A file, with the number of items and lines before it.
   *
   * @param reader maps items to lines; null if every line of the file is an item
   */
  private record Part(long position, long line, @Nullable LineReader<?> reader) {

    long lineOf(long item) {
      long within = item - position;
      return line + (reader == null ? within + 1 : reader.lineOf(within));
    }
  }

  /**
   * The position in the input, which any thread may read.
   *
   * @param lines number of lines of the files that were read
   * @param bytes their length
   * @param badLines number of their lines that are not items
   * @param current the file that is being read; null between files
   */
  private record Position(long lines, long bytes, long badLines, @Nullable LineReader<?> current) {

    long lastLine() {
      return lines + (current == null ? 0 : current.lastLine());
    }

    long bytesRead() {
      return bytes + (current == null ? 0 : current.bytesRead());
    }

    long bad() {
      return badLines + (current == null ? 0 : current.badLines());
    }
  }

  private final List<String> names;
  private final LineFormat<S> format;
  private final Consumer<? super BadLine> badLines;
  private final long size;
  private final NavigableMap<Long, Part> parts = new ConcurrentSkipListMap<>();

  private int opened;
  private volatile Position at = new Position(0, 0, 0, null);
  private volatile Part part = new Part(0, 0, null);
  private @Nullable LineReader<S> reader;
  private long items;

  private ItemFiles(
      List<String> names, LineFormat<S> format, long size, Consumer<? super BadLine> badLines) {
    this.names = List.copyOf(names);
    this.format = format;
    this.size = size;
    this.badLines = badLines;
  }

  /**
   * Checks that all files can be read.
   *
   * @throws IOException if one cannot be read; the message names it
   */
  public static <S> ItemFiles<S> of(
      List<String> names, LineFormat<S> format, Consumer<? super BadLine> badLines)
      throws IOException {
    if (names.stream().filter(STANDARD_INPUT::equals).count() > 1) {
      throw new IOException("cannot read standard input (-) twice");
    }
    long size = 0;
    for (String name : names) {
      long one = size(name);
      size = size == UNKNOWN || one == UNKNOWN ? UNKNOWN : size + one;
    }
    return new ItemFiles<>(names, format, size, badLines);
  }

  private static long size(String name) throws IOException {
    if (name.equals(STANDARD_INPUT)) {
      return UNKNOWN;
    }
    Path file = Path.of(name);
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (attributes.isDirectory()) {
        throw new IOException("it is a directory; name the files in it");
      }
      if (attributes.isRegularFile()) {
        Files.newInputStream(file).close();
        return attributes.size();
      }
      return UNKNOWN;
    } catch (IOException failure) {
      throw new IOException("cannot read " + name + ": " + ErrorText.of(failure), failure);
    }
  }

  private static String name(String file) {
    return file.equals(STANDARD_INPUT) ? "standard input" : file;
  }

  /** True for a name such as /dev/fd/63, as shells give it to the output of a command. */
  private static boolean isStream(String name) {
    return name.equals(STANDARD_INPUT) || name.startsWith("/dev/");
  }

  /** The names without their directories, for a journal that is moved together with the files. */
  static String describe(List<String> names) {
    return String.join(
        ", ",
        names.stream()
            .map(name -> isStream(name) ? STANDARD_INPUT : name)
            .map(name -> name(name.substring(name.lastIndexOf('/') + 1)))
            .toList());
  }

  /** The name of the first file, to which suffixes for other files are appended. */
  public static String stem(List<String> names) {
    return isStream(names.get(0)) ? "stdin" : names.get(0);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long bytes() {
    return at.bytesRead();
  }

  @Override
  public long bad() {
    return at.bad();
  }

  @Override
  public long lastLine() {
    return at.lastLine();
  }

  @Override
  public long lineOf(long position) {
    Map.Entry<Long, Part> floor = parts.floorEntry(position);
    return (floor == null ? part : floor.getValue()).lineOf(position);
  }

  @Override
  public boolean hasNext() {
    LineReader<?> current = at.current();
    while (current == null || !current.hasNext()) {
      finish();
      if (opened == names.size()) {
        return false;
      }
      open(names.get(opened++));
      current = at.current();
    }
    return true;
  }

  @Override
  public S next() {
    LineReader<S> current = hasNext() ? reader : null;
    if (current == null) {
      throw new NoSuchElementException();
    }
    items++;
    return current.next();
  }

  private void open(String name) {
    long before = at.lines();
    Consumer<BadLine> numbered =
        bad -> badLines.accept(new BadLine(before + bad.number(), bad.reason(), bad.text()));
    try {
      LineReader<S> opening =
          name.equals(STANDARD_INPUT)
              ? format.of(System.in, name(name), numbered)
              : format.open(Path.of(name), numbered);
      reader = opening;
      at = new Position(before, at.bytes(), at.badLines(), opening);
      part = new Part(items, before, opening);
      parts.put(items, part);
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read " + name + ": " + ErrorText.of(failure), failure);
    }
  }

  private void finish() {
    Position before = at;
    LineReader<?> finished = before.current();
    if (finished == null) {
      return;
    }
    if (finished.items() == finished.lastLine()) {
      parts.replace(part.position(), new Part(part.position(), part.line(), null));
    }
    at = new Position(before.lastLine(), before.bytesRead(), before.bad(), null);
    try {
      finished.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void close() throws IOException {
    LineReader<?> current = at.current();
    if (current != null) {
      current.close();
    }
  }
}
