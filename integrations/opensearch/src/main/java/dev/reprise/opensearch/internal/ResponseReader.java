package dev.reprise.opensearch.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the JSON of responses; unknown fields are skipped. */
public final class ResponseReader {

  private static final JsonFactory JSON = new JsonFactory();
  private static final int MAX_TEXT = 1_000;

  private ResponseReader() {}

  /**
   * Reads the results of the items.
   *
   * @throws IOException if it is not a response of the bulk API
   */
  public static List<ItemResult> items(byte[] body) throws IOException {
    try (JsonParser json = JSON.createParser(body)) {
      List<ItemResult> items = null;
      begin(json, JsonToken.START_OBJECT, json.nextToken());
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        if (name.equals("items")) {
          items = results(json, value);
        } else {
          json.skipChildren();
        }
      }
      begin(json, JsonToken.END_OBJECT, json.currentToken());
      if (items == null) {
        throw new IOException("it has no items");
      }
      return items;
    }
  }

  /** Returns whether a text begins like the JSON of a response, and so may have been cut. */
  public static boolean beginsWithObject(byte[] body) {
    int at = 0;
    while (at < body.length && Character.isWhitespace(body[at])) {
      at++;
    }
    return at < body.length && body[at] == '{';
  }

  private static List<ItemResult> results(JsonParser json, @Nullable JsonToken start)
      throws IOException {
    begin(json, JsonToken.START_ARRAY, start);
    List<ItemResult> results = new ArrayList<>();
    while (json.nextToken() == JsonToken.START_OBJECT) {
      begin(json, JsonToken.FIELD_NAME, json.nextToken());
      begin(json, JsonToken.START_OBJECT, json.nextToken());
      results.add(result(json));
      begin(json, JsonToken.END_OBJECT, json.nextToken());
    }
    begin(json, JsonToken.END_ARRAY, json.currentToken());
    return results;
  }

  private static ItemResult result(JsonParser json) throws IOException {
    int status = 0;
    ReportedError error = ReportedError.NONE;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (name.equals("status") && value == JsonToken.VALUE_NUMBER_INT) {
        status = json.getIntValue();
      } else if (name.equals("error")) {
        error = error(json, value);
      } else {
        json.skipChildren();
      }
    }
    begin(json, JsonToken.END_OBJECT, json.currentToken());
    if (status == 0) {
      throw new IOException("an item has no status");
    }
    return new ItemResult(status, error.type(), error.reason());
  }

  private static void begin(JsonParser json, JsonToken expected, @Nullable JsonToken found)
      throws IOException {
    if (found != expected) {
      throw new IOException(
          "expected " + expected + " at column " + json.currentLocation().getColumnNr());
    }
  }

  /** The error of an item or of a request. */
  private record ReportedError(@Nullable String type, @Nullable String reason) {
    static final ReportedError NONE = new ReportedError(null, null);
  }

  /** Reads an object with type and reason, or the text of old versions. */
  private static ReportedError error(JsonParser json, @Nullable JsonToken start)
      throws IOException {
    if (start == JsonToken.VALUE_STRING) {
      return new ReportedError(null, json.getText());
    }
    if (start != JsonToken.START_OBJECT) {
      json.skipChildren();
      return ReportedError.NONE;
    }
    String type = null;
    String reason = null;
    String cause = null;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (name.equals("type")) {
        type = json.getValueAsString();
      } else if (name.equals("reason")) {
        reason = json.getValueAsString();
      } else if (name.equals("caused_by")) {
        cause = error(json, value).reason();
      } else {
        json.skipChildren();
      }
    }
    return new ReportedError(type, joined(reason, cause));
  }

  private static @Nullable String joined(@Nullable String first, @Nullable String second) {
    return first == null ? second : second == null ? first : first + ": " + second;
  }

  /** Returns the error of a response, or the beginning of its text if it is not JSON. */
  public static String error(byte[] body) {
    try (JsonParser json = JSON.createParser(body)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          JsonToken value = json.nextToken();
          if (name.equals("error")) {
            ReportedError error = error(json, value);
            String words = joined(error.type(), error.reason());
            return words == null ? "no text" : words;
          }
          json.skipChildren();
        }
      }
    } catch (IOException e) {
      // The text below says more.
    }
    return text(body);
  }

  private static String text(byte[] body) {
    String text =
        new String(body, 0, Math.min(body.length, MAX_TEXT), StandardCharsets.UTF_8).strip();
    return text.isEmpty() ? "no text" : text;
  }
}
