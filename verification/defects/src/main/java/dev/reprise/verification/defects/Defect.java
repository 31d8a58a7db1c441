package dev.reprise.verification.defects;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A place of the real code, written wrongly. Copied and compiled with it, a class is broken in one
 * way, and a proof that is worth something finds it.
 *
 * @param what what is wrong then, in plain words
 * @param source the file below the root of the tree
 * @param right the text that stands there once, however it is broken into lines
 * @param wrong the text that stands there instead
 */
public record Defect(String what, String source, String right, String wrong) {

  private static final String SOURCES = "/src/main/java/";

  /**
   * The place of the class below a folder of sources.
   *
   * @return a path with slashes
   */
  public String className() {
    return source.substring(source.indexOf(SOURCES) + SOURCES.length());
  }

  /**
   * Plants it.
   *
   * @param text the source
   * @return the source with the defect in it
   * @throws IllegalStateException if the place is not there, or there more than once
   */
  public String plantedIn(String text) {
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
        Arrays.stream(right.strip().split("\\s+"))
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s+")));
  }
}
