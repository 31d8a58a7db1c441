package dev.reprise.cli.opensearch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.reprise.cli.load.JsonLines;
import dev.reprise.opensearch.BulkItem;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Parses lines that are documents.
 *
 * @param idField top-level field that has the id; null if the server generates ids
 * @param ifAbsent true to create documents, false to index them
 */
record Documents(@Nullable String idField, boolean ifAbsent) {

  static final int MAX_LINE_BYTES = 256 * 1024 * 1024;

  /**
   * Parses a line.
   *
   * @throws IllegalArgumentException if it is not a JSON object, or has no id
   */
  BulkItem parse(String line) {
    String id = id(line);
    if (id == null) {
      return ifAbsent ? BulkItem.createWithoutId(line) : BulkItem.indexWithoutId(line);
    }
    return ifAbsent ? BulkItem.create(id, line) : BulkItem.index(id, line);
  }

  private @Nullable String id(String line) {
    try (JsonParser json = JsonLines.FACTORY.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("not a JSON object");
      }
      String id = null;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isId = json.currentName().equals(idField);
        JsonToken value = json.nextToken();
        if (isId && (value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NUMBER_INT)) {
          id = json.getText();
        }
        json.skipChildren();
      }
      if (json.nextToken() != null) {
        throw new IllegalArgumentException("text after the JSON object");
      }
      if (idField != null && id == null) {
        throw new IllegalArgumentException(
            "the field " + idField + " must be a text or a whole number, for the id");
      }
      return id;
    } catch (JsonProcessingException invalid) {
      throw JsonLines.notJson(invalid);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
