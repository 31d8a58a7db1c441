package dev.reprise.cli.opensearch;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.cli.load.JsonLines;
import dev.reprise.cli.load.LetterFile;
import dev.reprise.dynamodb.deadletter.LetterLines;
import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.items.LineReader;
import dev.reprise.opensearch.BulkAction;
import dev.reprise.opensearch.BulkItem;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Dead letters of an index: JSON with the document as a text, which replay sends again. */
final class DocumentLetters implements LetterFile<BulkItem> {

  private static final String INDEX = "index";
  private static final String ACTION = "action";
  private static final String ID = "id";
  private static final String DOCUMENT = "document";

  private final LetterLines lines;
  private final String index;

  private DocumentLetters(LetterLines lines, String index) {
    this.lines = lines;
    this.index = index;
  }

  static LetterFile.Format<BulkItem> of(String index) {
    return new LetterFile.Format<>() {
      @Override
      public LetterFile<BulkItem> create(Path file) throws IOException {
        return new DocumentLetters(LetterLines.create(file), index);
      }

      @Override
      public LetterFile<BulkItem> append(Path file) {
        return new DocumentLetters(LetterLines.append(file), index);
      }
    };
  }

  private interface Content {

    void write(JsonGenerator json) throws IOException;
  }

  private void append(Content content) {
    lines.append(
        () -> {
          StringWriter text = new StringWriter();
          try (JsonGenerator json = JsonLines.FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField(INDEX, index);
            content.write(json);
            json.writeEndObject();
          } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
          }
          return text.toString();
        });
  }

  @Override
  public void dead(DeadLetter<BulkItem> letter, long line) {
    append(
        json -> {
          if (line > 0) {
            json.writeNumberField("line", line);
          }
          json.writeNumberField("position", letter.position());
          reason(json, letter.stopReason().toString(), letter.attempts(), letter.message());
          item(json, letter.item());
        });
  }

  @Override
  public void notAttempted(BulkItem item) {
    append(
        json -> {
          reason(json, "not attempted", 0, "the run was stopped");
          item(json, item);
        });
  }

  @Override
  public void bad(BadLine line) {
    append(
        json -> {
          json.writeNumberField("line", line.number());
          reason(json, "not a document", 0, line.reason());
          json.writeStringField("text", line.text());
        });
  }

  @Override
  public Path file() {
    return lines.file();
  }

  @Override
  public long count() {
    return lines.count();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  private static void reason(JsonGenerator json, String reason, int attempts, String message)
      throws IOException {
    json.writeStringField("reason", reason);
    json.writeNumberField("attempts", attempts);
    json.writeStringField("message", message);
  }

  private static void item(JsonGenerator json, BulkItem item) throws IOException {
    json.writeStringField(ACTION, item.action().toString());
    if (item.id().isPresent()) {
      json.writeStringField(ID, item.id().get());
    }
    json.writeStringField(DOCUMENT, item.body().orElse(""));
  }

  /**
   * Parses a dead letter.
   *
   * @throws IllegalArgumentException if it has no document
   */
  static BulkItem parse(String line) {
    @Nullable String[] fields = fields(line);
    String action = fields[1];
    String document = fields[3];
    if (action == null || document == null) {
      throw new IllegalArgumentException("it has no document");
    }
    return item(action, fields[2], document);
  }

  /**
   * Reads the whole file.
   *
   * @return the indexes of its letters, other than {@code index}
   */
  static NavigableSet<String> otherIndexes(Path file, String index) throws IOException {
    NavigableSet<String> others = new TreeSet<>();
    try (LineReader<Optional<String>> letters =
        LineReader.open(
            file,
            line -> Optional.ofNullable(fields(line)[0]),
            Documents.MAX_LINE_BYTES,
            unsendable -> {})) {
      letters.forEachRemaining(
          named -> named.filter(one -> !one.equals(index)).ifPresent(others::add));
    }
    return others;
  }

  private static BulkItem item(String action, @Nullable String id, String document) {
    boolean create = action.equals(BulkAction.CREATE.toString());
    if (!create && !action.equals(BulkAction.INDEX.toString())) {
      throw new IllegalArgumentException("the action must be index or create, but was " + action);
    }
    if (id == null) {
      return create ? BulkItem.createWithoutId(document) : BulkItem.indexWithoutId(document);
    }
    return create ? BulkItem.create(id, document) : BulkItem.index(id, document);
  }

  /** Returns index, action, id and document; null for each that is absent. */
  private static @Nullable String[] fields(String line) {
    @Nullable String[] fields = new @Nullable String[4];
    try (JsonParser json = JsonLines.FACTORY.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("not a JSON object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        int at =
            switch (name) {
              case INDEX -> 0;
              case ACTION -> 1;
              case ID -> 2;
              case DOCUMENT -> 3;
              default -> -1;
            };
        if (at >= 0 && value == JsonToken.VALUE_STRING) {
          fields[at] = json.getText();
        }
        json.skipChildren();
      }
      return fields;
    } catch (JsonProcessingException invalid) {
      throw JsonLines.notJson(invalid);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
