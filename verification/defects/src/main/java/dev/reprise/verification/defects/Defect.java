package dev.reprise.verification.defects;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An incorrect change at one place of the real code. A copy compiled with it is broken in one way,
 * which a useful test must detect.
 *
 * @param what the resulting defect, in plain words
 * @param source the file below the root of the tree
 * @param right the text to replace, which occurs once; line breaks do not matter
 * @param wrong the text that replaces it
 */
public record Defect(String what, String source, String right, String wrong) {

  private static final String SOURCES = "/src/main/java/";

  /**
   * The path of the class in a folder of sources.
   *
   * @return a path with slashes
   */
  public String className() {
    return source.substring(source.indexOf(SOURCES) + SOURCES.length());
  }

  /**
   * Plants the defect.
   *
   * @param text the source
   * @return the source with the defect
   * @throws IllegalStateException if the text to replace is missing, or occurs more than once
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
