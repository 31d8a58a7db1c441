package dev.reprise.simulator.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The mistakes of a file, gathered. */
final class Mistakes {

  private static final int MOST = 20;

  private final String name;
  private final List<String> told = new ArrayList<>();
  private int untold;

  Mistakes(String name) {
    this.name = name;
  }

  void add(int line, String message) {
    if (told.size() < MOST) {
      told.add(name + ":" + line + ": " + message);
    } else {
      untold++;
    }
  }

  /** Makes something; what is wrong with it is a mistake of the line. */
  <T> Optional<T> gather(int line, Supplier<T> maker) {
    try {
      return Optional.of(maker.get());
    } catch (IllegalArgumentException mistake) {
      add(line, String.valueOf(mistake.getMessage()));
      return Optional.empty();
    }
  }

  boolean isEmpty() {
    return told.isEmpty();
  }

  ScenarioFileException all() {
    if (untold > 0) {
      told.add("... and " + untold + " more");
    }
    return new ScenarioFileException(told);
  }
}
