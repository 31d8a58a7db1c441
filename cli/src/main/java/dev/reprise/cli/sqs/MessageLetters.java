package dev.reprise.cli.sqs;

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
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Messages of a load, and their dead letters: JSON with the body, which replay sends again. */
final class MessageLetters implements LetterFile<SendMessageBatchRequestEntry> {

  /** More than a message may have, so that a longer one is a dead letter with its body. */
  static final int MAX_LINE_BYTES = 16 * 1024 * 1024;

  /** A body may become longer in JSON, and a letter has other fields. */
  static final int MAX_LETTER_BYTES = 8 * MAX_LINE_BYTES;

  private static final String QUEUE = "queue";
  private static final String BODY = "body";

  private final LetterLines lines;
  private final String url;

  private MessageLetters(LetterLines lines, String url) {
    this.lines = lines;
    this.url = url;
  }

  static LetterFile.Format<SendMessageBatchRequestEntry> of(String url) {
    return new LetterFile.Format<>() {
      @Override
      public MessageLetters create(Path file) throws IOException {
        return new MessageLetters(LetterLines.create(file), url);
      }

      @Override
      public MessageLetters append(Path file) {
        return new MessageLetters(LetterLines.append(file), url);
      }
    };
  }

  static SendMessageBatchRequestEntry message(String body) {
    return SendMessageBatchRequestEntry.builder().messageBody(body).build();
  }

  @Override
  public void dead(DeadLetter<SendMessageBatchRequestEntry> letter, long line) {
    append(
        line,
        letter.stopReason().toString(),
        letter.attempts(),
        letter.message(),
        BODY,
        letter.item().messageBody());
  }

  @Override
  public void notAttempted(SendMessageBatchRequestEntry item) {
    append(0, "not attempted", 0, "the run was stopped", BODY, item.messageBody());
  }

  @Override
  public void bad(BadLine line) {
    append(line.number(), "not a message", 0, line.reason(), "text", line.text());
  }

  private void append(
      long line, String reason, int attempts, String message, String field, String text) {
    lines.append(
        () -> {
          StringWriter letter = new StringWriter();
          try (JsonGenerator json = JsonLines.FACTORY.createGenerator(letter)) {
            json.writeStartObject();
            json.writeStringField(QUEUE, url);
            if (line > 0) {
              json.writeNumberField("line", line);
            }
            json.writeStringField("reason", reason);
            json.writeNumberField("attempts", attempts);
            json.writeStringField("message", message);
            json.writeStringField(field, text);
            json.writeEndObject();
          } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
          }
          return letter.toString();
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

  /**
   * Parses a dead letter.
   *
   * @throws IllegalArgumentException if it has no body
   */
  static SendMessageBatchRequestEntry parse(String line) {
    String body = texts(line).get(BODY);
    if (body == null) {
      throw new IllegalArgumentException("it has no body");
    }
    return message(body);
  }

  /**
   * Reads the whole file.
   *
   * @return the queues of its letters, other than {@code url}
   */
  static NavigableSet<String> otherQueues(Path file, String url) throws IOException {
    NavigableSet<String> others = new TreeSet<>();
    try (LineReader<Optional<String>> letters =
        LineReader.open(
            file,
            line -> Optional.ofNullable(texts(line).get(QUEUE)),
            MAX_LETTER_BYTES,
            unsendable -> {})) {
      letters.forEachRemaining(queue -> queue.filter(q -> !q.equals(url)).ifPresent(others::add));
    }
    return others;
  }

  /** The top-level fields of an object that are texts. */
  private static Map<String, String> texts(String line) {
    Map<String, String> texts = new HashMap<>();
    try (JsonParser json = JsonLines.FACTORY.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("not a JSON object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        if (json.nextToken() == JsonToken.VALUE_STRING) {
          texts.put(name, json.getText());
        }
        json.skipChildren();
      }
      return texts;
    } catch (JsonProcessingException invalid) {
      throw JsonLines.notJson(invalid);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
