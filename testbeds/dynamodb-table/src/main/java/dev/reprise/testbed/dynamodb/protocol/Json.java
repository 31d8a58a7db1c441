package dev.reprise.testbed.dynamodb.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Reads and writes the protocol's JSON bodies. */
public final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final ObjectWriter SORTED =
      MAPPER.writer().with(JsonNodeFeature.WRITE_PROPERTIES_SORTED);

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /**
   * Returns the object of a request body. Any other body causes a SerializationException, as in the
   * service.
   */
  public static ObjectNode read(byte[] body) {
    try {
      JsonNode tree = MAPPER.readTree(body);
      if (tree instanceof ObjectNode object) {
        return object;
      }
      throw ServiceError.serialization("The request body must be a JSON object");
    } catch (JsonProcessingException e) {
      throw ServiceError.serialization(e.getOriginalMessage());
    } catch (IOException e) {
      throw ServiceError.serialization(String.valueOf(e.getMessage()));
    }
  }

  /** Writes an object as {@link #write} does, with the members of every object sorted by name. */
  public static byte[] writeSorted(JsonNode tree) {
    try {
      return SORTED.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain nodes always has a JSON form", e);
    }
  }

  public static byte[] write(ObjectNode body) {
    try {
      return MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain nodes always has a JSON form", e);
    }
  }
}
