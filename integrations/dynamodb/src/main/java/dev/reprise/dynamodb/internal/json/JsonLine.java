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
import org.jspecify.annotations.Nullable;

/** A line of JSON, which may be read several times. */
public @FunctionalInterface interface JsonLine {

  /**
   * All lengths are bounded by the line. Names are not interned, since those of maps may be any
   * number.
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

  static JsonLine of(String line) {
    return () -> FACTORY.createParser(line);
  }

  static JsonLine of(byte[] bytes, int from, int length) {
    return () -> FACTORY.createParser(bytes, from, length);
  }

  /** Reads it from the beginning. */
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
   * Reads it.
   *
   * @throws IllegalArgumentException if it is not JSON
   */
  default <T extends @Nullable Object> T read(Reader<T> reader) {
    try (JsonParser json = open()) {
      return reader.read(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + words(e), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String words(JsonProcessingException e) {
    String message = e.getOriginalMessage();
    int parenthesis = message.indexOf(" (");
    String first = parenthesis < 0 ? message : message.substring(0, parenthesis);
    return FailureText.oneLine(first)
        + (e.getLocation() == null ? "" : " at column " + e.getLocation().getColumnNr());
  }

  /**
   * Writes one.
   *
   * @throws IllegalArgumentException if it could not be read back
   */
  static String text(Content content) {
    StringWriter text = new StringWriter(256);
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      content.write(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + words(e), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String written = text.toString();
    String escaped = Surrogates.escaped(written);
    if (escaped.length() > written.length()) {
      seeNames(escaped);
    }
    return escaped;
  }

  /** Values may have halves of surrogate pairs, by escapes; names must not. */
  private static void seeNames(String line) {
    try {
      of(line)
          .read(
              json -> {
                while (json.nextToken() != null) {}
                return "";
              });
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a name has half a surrogate pair, which is no text", e);
    }
  }
}
