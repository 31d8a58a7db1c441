package dev.reprise.registry;

import dev.reprise.internal.text.Suggestion;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A properties file. If two lines have the same key, {@link Properties} keeps the last without an
 * error. So the lines are passed to it one at a time.
 */
final class PropertyFile {

  private static final Set<String> OTHER_FORMATS =
      Set.of("yaml", "yml", "json", "xml", "toml", "conf", "hocon");

  /** Start of YAML, JSON and XML documents. */
  private static final Pattern OTHER_START = Pattern.compile("---|[{<]");

  /** A line of YAML, JSON, TOML or HOCON that begins a block of policies. */
  private static final Pattern OTHER_BLOCK =
      Pattern.compile("\"?reprise\"?\\s*(:\\s*\\{?|=?\\s*\\{.*)|\\[reprise.*]");

  private final RegistryProperties given = new RegistryProperties();
  private final Map<String, Integer> firstLines = new HashMap<>();

  private PropertyFile() {}

  static RegistryProperties read(Path file) throws IOException {
    checkName(file);
    PropertyFile properties = new PropertyFile();
    List<String> lines = lines(file);
    properties.readLines(lines);
    if (properties.firstLines.isEmpty()) {
      checkFirst(file, lines);
    }
    return properties.given;
  }

  /**
   * Refuses other formats: {@link Properties} would read them without an error, but with wrong keys
   * and values.
   */
  private static void checkName(Path file) throws IOException {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    String ending = name.substring(name.lastIndexOf('.') + 1);
    if (OTHER_FORMATS.contains(ending)) {
      throw notProperties(file, "its name says that it is " + ending);
    }
  }

  /** Checks a file without properties of policies. */
  private static void checkFirst(Path file, List<String> lines) throws IOException {
    boolean first = true;
    for (String line : lines) {
      String text = line.strip();
      boolean starts = first && OTHER_START.matcher(text).lookingAt();
      if (starts || OTHER_BLOCK.matcher(text).matches()) {
        throw notProperties(file, "it has the line " + Suggestion.shown(text));
      }
      first &= text.isEmpty();
    }
  }

  private static String shown(Path file) {
    return PrintableText.oneLine(file.toString());
  }

  private static IOException notProperties(Path file, String because) {
    return new IOException(
        shown(file)
            + " is not a file of properties: "
            + because
            + ". Properties are lines such as "
            + RegistryProperties.ROOT
            + ".orders.maxAttempts=5");
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      String text = Files.readString(file);
      return (text.startsWith("\uFEFF") ? text.substring(1) : text).lines().toList();
    } catch (CharacterCodingException notUtf8) {
      throw new IOException(shown(file) + " is not in UTF-8", notUtf8);
    } catch (NoSuchFileException missing) {
      throw new NoSuchFileException(shown(file), null, "there is no such file");
    } catch (FileSystemException failed) { // shows the name of the file as it is
      throw new FileSystemException(shown(file), null, failed.getReason());
    } catch (IOException failed) { // such as for a directory, which it does not name
      throw new IOException(shown(file) + ": " + failed.getMessage(), failed);
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

  /**
   * Returns true if the line ends with an odd number of backslashes; two of them are one escaped
   * backslash.
   */
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
    if (!RegistryProperties.concerns(key)) {
      return;
    }
    Integer first = firstLines.putIfAbsent(key, number);
    if (first != null) {
      given.fail(key, value, "set twice, in lines " + first + " and " + number);
    }
    given.put(key, value);
  }
}
