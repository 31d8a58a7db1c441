package dev.reprise.cli.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;

/** Lines of JSON: documents, and dead letters. */
public final class JsonLines {

  /** Reads texts, names and numbers of any length: the length of a line limits them. */
  public static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private JsonLines() {}

  /** The exception for a line, without the advice of the parser to change its settings. */
  public static IllegalArgumentException notJson(JsonProcessingException invalid) {
    String reason =
        invalid
            .getOriginalMessage()
            .replaceFirst(", from `[^`]*`", "")
            .replaceFirst(": (enable|maybe|was expecting|only regular|has to be) .*", "");
    String column =
        invalid.getLocation() == null ? "" : " at column " + invalid.getLocation().getColumnNr();
    return new IllegalArgumentException("not JSON: " + reason + column, invalid);
  }
}
