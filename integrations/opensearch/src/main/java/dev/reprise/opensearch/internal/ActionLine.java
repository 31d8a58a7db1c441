package dev.reprise.opensearch.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The line before a document, which names the action and the id. */
public final class ActionLine {

  private static final JsonFactory JSON = new JsonFactory();

  private ActionLine() {}

  /**
   * Writes a line.
   *
   * @param version the external version; negative for none
   */
  public static byte[] of(
      String action,
      @Nullable String index,
      @Nullable String id,
      @Nullable String routing,
      long version) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeObjectFieldStart(action);
      field(json, "_index", index);
      field(json, "_id", id);
      field(json, "routing", routing);
      if (version >= 0) {
        json.writeNumberField("version", version);
        json.writeStringField("version_type", "external");
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void field(JsonGenerator json, String name, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }
}
