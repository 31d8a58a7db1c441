package dev.reprise.registry;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A file of properties. {@link Properties} keeps the last of two lines with one key and says
 * nothing, so it is given the lines one at a time.
 */
final class PropertyFile {

  private final Given given = new Given();
  private final Map<String, Integer> firstLines = new HashMap<>();

  private PropertyFile() {}

  static Given read(Path file) throws IOException {
    PropertyFile properties = new PropertyFile();
    properties.readLines(lines(file));
    return properties.given;
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      String text = Files.readString(file);
      return (text.startsWith("\uFEFF") ? text.substring(1) : text).lines().toList();
    } catch (CharacterCodingException notUtf8) {
      throw new IOException(file + " is not in UTF-8", notUtf8);
    }
  }

  private void readLines(List<String> lines) {
    int start = 0;
    while (start < lines.size()) {
      StringBuilder whole = new StringBuilder(lines.get(start));
      int next = start + 1;
      while (next < lines.size() && !isComment(whole) && goesOn(whole)) {
        whole.append('\n').append(lines.get(next++));
      }
      read(whole.toString(), start + 1);
      start = next;
    }
  }

  private static boolean isComment(CharSequence line) {
    String text = line.toString().stripLeading();
    return text.startsWith("#") || text.startsWith("!");
  }

  /** An odd number of backslashes at the end, for two of them stand for one. */
  private static boolean goesOn(CharSequence line) {
    int first = line.length();
    while (first > 0 && line.charAt(first - 1) == '\\') {
      first--;
    }
    return (line.length() - first) % 2 == 1;
  }

  private void read(String line, int number) {
    Properties one = new Properties();
    try {
      one.load(new StringReader(line));
    } catch (IOException | IllegalArgumentException malformed) {
      given.fail("line " + number, line, "expected four hexadecimal digits behind \\u");
      return;
    }
    one.forEach((key, value) -> put((String) key, (String) value, number));
  }

  private void put(String key, String value, int number) {
    if (!Given.concerns(key)) {
      return;
    }
    Integer first = firstLines.putIfAbsent(key, number);
    if (first != null) {
      given.fail(key, value, "set twice, in lines " + first + " and " + number);
    }
    given.put(key, value);
  }
}
