package dev.reprise.simulator.file;

import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Collects the errors of a file. */
final class FileErrors {

  private static final int MOST = 20;
  private static final int LONGEST = 2_000;

  private final String name;
  private final List<String> messages = new ArrayList<>();
  private int omitted;

  FileErrors(String name) {
    this.name = name;
  }

  void add(int line, String message) {
    if (messages.size() < MOST) {
      messages.add(PrintableText.oneLine(name) + ":" + line + ": " + printable(message));
    } else {
      omitted++;
    }
  }

  /**
   * Returns the printable lines of a message, which may show a text and mark the position of the
   * error in it.
   */
  private static String printable(String message) {
    return message
        .lines()
        .map(text -> PrintableText.oneLine(text, LONGEST))
        .collect(Collectors.joining("\n"));
  }

  /** Returns the result of a supplier; an exception of it is recorded as an error of the line. */
  <T> Optional<T> gather(int line, Supplier<T> maker) {
    try {
      return Optional.of(maker.get());
    } catch (IllegalArgumentException mistake) {
      add(line, String.valueOf(mistake.getMessage()));
      return Optional.empty();
    }
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  ScenarioFileException all() {
    if (omitted > 0) {
      messages.add("... and " + omitted + " more");
    }
    return new ScenarioFileException(messages);
  }
}
