package dev.reprise.dynamodb.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.reprise.report.FailureText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A line of JSON, which may be read several times. */
public interface JsonLine {

  /**
   * No lengths are limited here: the length of the line limits them. Names are not interned,
   * because maps may have any number of names.
   */
  JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  JsonParser open() throws IOException;

  /** The line as a text. */
  String text();

  static JsonLine of(String line) {
    return new JsonLine() {
      @Override
      public JsonParser open() throws IOException {
        return FACTORY.createParser(line);
      }

      @Override
      public String text() {
        return line;
      }
    };
  }

  /** A line of ASCII characters other than zero. */
  static JsonLine of(byte[] bytes, int from, int length) {
    return new JsonLine() {
      @Override
      public JsonParser open() throws IOException {
        return FACTORY.createParser(bytes, from, length);
      }

      @Override
      public String text() {
        return new String(bytes, from, length, StandardCharsets.US_ASCII);
      }
    };
  }

  /** Reader of a line, called at its beginning. */
  @FunctionalInterface
  interface Reader<T extends @Nullable Object> {

    T read(JsonParser json) throws IOException;
  }

  /** Content of a line. */
  @FunctionalInterface
  interface Content {

    void write(JsonGenerator json) throws IOException;
  }

  /**
   * Reads the line.
   *
   * @throws IllegalArgumentException if the line is not JSON
   */
  default <T extends @Nullable Object> T read(Reader<T> reader) {
    try (JsonParser json = open()) {
      return reader.read(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + describe(e), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String describe(JsonProcessingException e) {
    String message = e.getOriginalMessage().replaceFirst(", from `[^`]*`", "");
    String first = message.split(": was expecting|: enable| \\((?!\\d)", 2)[0];
    return FailureText.oneLine(first)
        + (e.getLocation() == null ? "" : " at column " + e.getLocation().getColumnNr());
  }

  /**
   * Writes a line.
   *
   * @throws IllegalArgumentException if it could not be read back
   */
  static String text(Content content) {
    StringWriter text = new StringWriter(256);
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      content.write(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as JSON: " + describe(e), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String written = text.toString();
    String escaped = Surrogates.escaped(written);
    if (escaped.length() > written.length()) {
      checkNames(escaped);
    }
    return escaped;
  }

  /** Escapes can represent unpaired surrogates in values, but not in names. */
  private static void checkNames(String line) {
    try {
      of(line)
          .read(
              json -> {
                while (json.nextToken() != null) {}
                return "";
              });
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a name has an unpaired surrogate", e);
    }
  }
}
