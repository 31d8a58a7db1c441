package dev.reprise.verification.concurrency;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A place of the real code, written wrongly. Copied and compiled with it, a class is broken in one
 * way, and the tests named here have to say so: or they would say nothing about the real one.
 *
 * @param round defects of one round are compiled together, and found by different tests
 * @param what what is wrong then
 * @param source the file below the root of the tree
 * @param right what stands there, however it is broken into lines
 * @param wrong what stands there instead
 * @param foundBy the tests that observe a forbidden outcome, or the models that fail
 */
record Defect(
    int round, String what, String source, String right, String wrong, List<String> foundBy) {

  Defect(int round, String what, String source, String right, String wrong, String... foundBy) {
    this(round, what, source, right.strip(), wrong, List.of(foundBy));
  }

  private static final String SOURCES = "/src/main/java/";

  /** The class's file name below a folder of sources. */
  String className() {
    return source.substring(source.indexOf(SOURCES) + SOURCES.length());
  }

  /** A row of a table: what is wrong, in which class, and what finds it. */
  String row() {
    String file = source.substring(source.lastIndexOf('/') + 1);
    String type = file.substring(0, file.lastIndexOf('.'));
    return "| " + what + " | `" + type + "` | `" + String.join("`, `", foundBy) + "` |";
  }

  /**
   * Plants it.
   *
   * @param text the source
   * @return the source with the defect in it
   * @throws IllegalStateException if the place is not there, or there more than once
   */
  String plantedIn(String text) {
    Matcher place = pattern().matcher(text);
    if (!place.find()) {
      throw new IllegalStateException(source + " has changed, it lacks: " + right);
    }
    int start = place.start();
    int end = place.end();
    if (place.find()) {
      throw new IllegalStateException(source + " has it more than once: " + right);
    }
    return text.substring(0, start) + wrong + text.substring(end);
  }

  private Pattern pattern() {
    return Pattern.compile(
        Arrays.stream(right.split("\\s+")).map(Pattern::quote).collect(Collectors.joining("\\s+")));
  }
}
