package dev.reprise.cli.dynamodb;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of a file, one a line, read as they are asked for. Empty lines are passed over; lines
 * that are no items are told, go to the dead letters, and are passed over.
 */
final class JsonLines implements Iterator<Map<String, AttributeValue>>, Closeable {

  private static final int TOLD = 10;

  private final LineReader reader;
  private final DeadLetters letters;
  private final PrintWriter messages;

  /** How many lines were passed over before an item, where that number changes. */
  private final NavigableMap<Long, Long> passedOver = new TreeMap<>(Map.of(0L, 0L));

  private @Nullable Map<String, AttributeValue> next;
  private long items;
  private long bad;
  private long lastLine;

  JsonLines(LineReader reader, DeadLetters letters, PrintWriter messages) {
    this.reader = reader;
    this.letters = letters;
    this.messages = messages;
  }

  /** The line that an item was on, by its position among the items, from 0. */
  long lineOf(long position) {
    Map.Entry<Long, Long> floor = passedOver.floorEntry(position);
    return position + 1 + (floor == null ? 0 : floor.getValue());
  }

  /** How many lines were no items. */
  long bad() {
    return bad;
  }

  /** The number of the last line that was read. */
  long lastLine() {
    return lastLine;
  }

  long bytes() {
    return reader.bytes();
  }

  @Override
  public boolean hasNext() {
    while (next == null) {
      LineReader.Line line = nextLine();
      if (line == null) {
        return false;
      }
      lastLine = line.number();
      next = parse(line);
    }
    return true;
  }

  @Override
  public Map<String, AttributeValue> next() {
    Map<String, AttributeValue> item = hasNext() ? next : null;
    if (item == null) {
      throw new NoSuchElementException();
    }
    next = null;
    long skipped = lastLine - items - 1;
    if (skipped != lineOf(items) - items - 1) {
      passedOver.put(items, skipped);
    }
    items++;
    return item;
  }

  private LineReader.@Nullable Line nextLine() {
    try {
      return reader.next();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private @Nullable Map<String, AttributeValue> parse(LineReader.Line line) {
    String obstacle = line.obstacle();
    if (obstacle != null) {
      return refuse(line, obstacle);
    }
    if (line.text().isEmpty()) {
      return null;
    }
    try {
      return ItemJson.parse(line.text());
    } catch (IllegalArgumentException mistake) {
      return refuse(line, String.valueOf(mistake.getMessage()));
    }
  }

  private @Nullable Map<String, AttributeValue> refuse(LineReader.Line line, String reason) {
    bad++;
    letters.bad(line, reason);
    if (bad <= TOLD) {
      messages.println("reprise: line " + line.number() + ": " + reason);
    } else if (bad == TOLD + 1) {
      messages.println("reprise: more lines like these are in the dead letters alone");
    }
    messages.flush();
    return null;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
