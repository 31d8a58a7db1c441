package dev.reprise.dynamodb;

import static dev.reprise.dynamodb.Sdk.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import dev.reprise.dynamodb.deadletter.DeadLetterReader;
import dev.reprise.dynamodb.internal.item.KeyIdentity;
import dev.reprise.dynamodb.internal.read.PendingRead;
import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.items.ItemReader;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.scan.ScanState;
import dev.reprise.dynamodb.scan.SegmentReport;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.statement.StatementReport;
import dev.reprise.dynamodb.statement.StatementResult;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.table.TableDetails;
import dev.reprise.dynamodb.transaction.CancelledWrite;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteCondition;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.UntrustedText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Tests that texts of items, files and the service are printed on one line, bounded and escaped.
 */
class ForeignTextTest {

  private static final URI NO_SERVER = URI.create("http://127.0.0.1:9");
  private static final ThreadLocal<String> TEXT = ThreadLocal.withInitial(() -> "");
  private static final DynamoDbClient CLIENT =
      Sdk.blocking(NO_SERVER)
          .overrideConfiguration(changed -> changed.addExecutionInterceptor(new Refusing()))
          .build();

  private static final int LONGEST_MEMBER = 20_000;
  private static final int[] DAMAGED = {0x1f, 0x8b, 9};
  private static final int[] CUT = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0x4b};

  @TempDir static Path folder;

  static Stream<Arguments> cases() {
    return Stream.of(values(), messages(), reports(), files()).flatMap(cases -> cases);
  }

  private static Stream<Arguments> values() {
    return Stream.of(
        example("write", text -> ItemWrite.put(item(text)).toString()),
        example("conditional write", text -> ItemWrite.put(item(text)).onlyIf(on(text)).toString()),
        example("read", text -> new PendingRead(item(text)).toString()),
        example("statement", text -> PartiqlStatement.of("a" + text).toString()),
        example("insert", text -> PartiqlStatement.insert("a" + text, item(text)).toString()),
        example("result", text -> new StatementResult(insert(text), found(text)).toString()),
        example("cancelled write", text -> new CancelledWrite(0, text, text, Map.of()).toString()),
        example("key schema", text -> KeySchema.of(text).toString()),
        example("facts of a table", text -> facts(text).toString()),
        example("segment", text -> segment(text).toString()),
        example("bad line", text -> new BadLine(1, text, text).toString()));
  }

  private static Stream<Arguments> messages() {
    return Stream.of(
        example("same keys", text -> message(() -> KeySchema.of(text, text))),
        example("no key", text -> message(() -> KeySchema.of(text).keyOf(Map.of()))),
        example("empty key", text -> message(() -> KeySchema.of(text).keyOf(Map.of(text, s(""))))),
        example("key of a type", text -> message(() -> KeySchema.of(text).keyOf(truth(text)))),
        example("number", text -> message(() -> KeyIdentity.of(KeySchema.of("a"), number(text)))),
        example("placeholder", text -> message(() -> on("a").withValue(text, s("b")))),
        example("state of a scan", text -> message(() -> ScanState.parse("{" + text))));
  }

  private static Stream<Arguments> reports() {
    return Stream.of(
        example("message of a dead letter", text -> dead(text).message()),
        example("dead letter", text -> dead(text).toString()),
        example("report", text -> written(text).toString()),
        example("dead key", text -> read(text).deadLetters().get(0).toString()),
        example("dead statement", text -> executed(text).deadLetters().get(0).toString()));
  }

  private static Stream<Arguments> files() {
    return Stream.of(
        example("no JSON", text -> bad(text)),
        example("value of JSON", text -> bad("{\"a\":" + text)),
        example("double member", text -> bad("{\"a\":{\"M\":{\"b\":1,\"b\":1}},\"" + text + "\":")),
        example("name of a damaged file", text -> message(() -> reader(text, DAMAGED).hasNext())),
        example("name of a cut file", text -> message(() -> reader(text, CUT).hasNext())),
        example("kind of a dead letter", text -> letter("op", text)),
        example("reason of a dead letter", text -> letter("message", text)),
        example("closed file", ForeignTextTest::closed));
  }

  private static Arguments example(String name, UnaryOperator<String> shows) {
    return Arguments.of(name, shows);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void is_one_line_of_bounded_length_and_escaped(String name, UnaryOperator<String> shows) {
    assertThat(shows.apply("Xy")).isNotEmpty();
    UntrustedText.assertPrintable(shows);
  }

  private static String message(ThrowingCallable call) {
    return catchThrowable(call).getMessage();
  }

  private static Map<String, AttributeValue> item(String text) {
    return Map.of("a" + text, s(text));
  }

  private static Map<String, AttributeValue> truth(String name) {
    return Map.of(name, AttributeValue.fromBool(true));
  }

  private static Map<String, AttributeValue> number(String digits) {
    return Map.of("a", AttributeValue.fromN(digits));
  }

  private static WriteCondition on(String expression) {
    return WriteCondition.of("a" + expression);
  }

  private static PartiqlStatement insert(String text) {
    return PartiqlStatement.insert(text, item(text));
  }

  private static Optional<Map<String, AttributeValue>> found(String text) {
    return Optional.of(item(text));
  }

  private static TableDetails facts(String text) {
    return new TableDetails(
        text, KeySchema.of(text), true, OptionalDouble.of(1), OptionalDouble.empty());
  }

  private static SegmentReport segment(String text) {
    return new SegmentReport(0, false, 1, 1, item(text), new IOException(text));
  }

  /** Fails each request with the same message, before it is sent. */
  private static final class Refusing implements ExecutionInterceptor {

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
      throw DynamoDbException.builder()
          .statusCode(400)
          .message(TEXT.get())
          .awsErrorDetails(
              AwsErrorDetails.builder()
                  .errorCode("a" + TEXT.get())
                  .errorMessage(TEXT.get())
                  .build())
          .build();
    }
  }

  private static DynamoDbBatch batch(String words) {
    TEXT.set(words);
    return DynamoDbBatch.of(CLIENT, "a" + words)
        .keySchema(KeySchema.of("id"))
        .policy(RetryPolicy.none())
        .withExecutor(Runnable::run);
  }

  private static WriteReport written(String text) {
    return batch(text).put(List.of(Map.of("id", s("a" + text), "a" + text, s(text))));
  }

  private static DeadLetter<ItemWrite> dead(String text) {
    return written(text).deadLetters().get(0);
  }

  private static ReadReport read(String text) {
    return batch(text).get(List.of(Map.of("id", s("a" + text))));
  }

  private static StatementReport executed(String text) {
    return batch(text).execute(List.of(insert("a" + text)));
  }

  private static ItemReader reader(String name, int... bytes) throws IOException {
    byte[] file = new byte[bytes.length];
    for (int at = 0; at < bytes.length; at++) {
      file[at] = (byte) bytes[at];
    }
    return ItemReader.of(new ByteArrayInputStream(file), name, line -> {});
  }

  private static InputStream utf8(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The reason of the first line that is not an item. A line of JSON has no line breaks. */
  private static String bad(String line) {
    List<BadLine> bad = new ArrayList<>();
    String one = "!" + line.replaceAll("[\r\n]", "\u0085");
    try (ItemReader reader = ItemReader.of(utf8(one), "a", bad::add)) {
      assertThat(reader.hasNext()).isFalse();
    } catch (IOException unread) {
      throw new IllegalStateException(unread);
    }
    return bad.get(0).reason();
  }

  /** A dead letter with one additional member, with all characters escaped. */
  private static String letter(String member, String text) {
    StringBuilder escaped = new StringBuilder();
    text.chars().limit(LONGEST_MEMBER).forEach(unit -> escaped.append(escape(unit)));
    String letter = "{\"text\":\"x\",\"item\":{\"id\":{\"S\":\"a\"}},\"%s\":\"a%s\"}";
    List<BadLine> bad = new ArrayList<>();
    try {
      Path file = Files.createTempFile(folder, "letters", ".ndjson");
      Files.writeString(file, letter.formatted(member, escaped));
      try (DeadLetterReader reader = DeadLetterReader.open(file, bad::add)) {
        assertThat(reader.hasNext()).isFalse();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return bad.get(0).reason();
  }

  private static String escape(int unit) {
    return String.format(Locale.ROOT, "\\u%04x", unit);
  }

  /** A path cannot contain every text. */
  private static String closed(String name) {
    DeadLetterFile letters;
    try {
      letters = DeadLetterFile.append(folder.resolve("a" + name.replace('/', '_')), "orders");
      letters.close();
    } catch (InvalidPathException | IOException impossible) {
      return "";
    }
    return message(() -> letters.notAttempted(ItemWrite.put(item("b"))));
  }
}
