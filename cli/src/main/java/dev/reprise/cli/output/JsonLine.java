package dev.reprise.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** Formats JSON objects of one line. */
public final class JsonLine {

  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonLine() {}

  /**
   * Formats an object.
   *
   * @param event the value of the first field, {@code event}
   * @param fields the other fields, in order: numbers, booleans and texts
   * @return the object, without a line end
   */
  public static String of(String event, Map<String, ?> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("event", event);
      for (Map.Entry<String, ?> field : fields.entrySet()) {
        json.writeFieldName(field.getKey());
        write(json, field.getValue());
      }
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Integer number) {
      json.writeNumber(number);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else {
      json.writeString(value.toString());
    }
  }
}
