package dev.reprise.dynamodb.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.internal.read.PendingRead;
import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.items.ItemReader;
import dev.reprise.dynamodb.items.Items;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteCondition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DeadLetterFileTest {

  private static final Path REFERENCE =
      Path.of(System.getProperty("basedir", ""), "../../docs/reference");
  private static final Map<String, AttributeValue> ITEM = Map.of("id", AttributeValue.fromS("a"));

  @TempDir private Path folder;
  private final List<BadLine> unsendable = new ArrayList<>();

  private Path file() {
    return folder.resolve("dead.ndjson");
  }

  private static <T> DeadLetter<T> dead(T item, long position) {
    return new DeadLetter<>(
        item,
        position,
        StopReason.ATTEMPTS,
        FailureKind.TRANSIENT,
        3,
        new IOException("reset"),
        "connection reset");
  }

  private List<ItemWrite> replayed() throws IOException {
    List<ItemWrite> writes = new ArrayList<>();
    try (DeadLetterReader reader = DeadLetterReader.open(file(), unsendable::add)) {
      while (reader.hasNext()) {
        writes.add(reader.next());
        assertThat(reader.table()).contains("orders");
        assertThat(reader.lineOf(reader.writes() - 1)).isPositive();
      }
      assertThat(reader.unsendable()).isEqualTo(unsendable.size());
    }
    return writes;
  }

  private static void assertEqual(List<ItemWrite> found, List<ItemWrite> expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i))
          .usingRecursiveComparison()
          .ignoringFields("bytes")
          .isEqualTo(expected.get(i));
      assertThat(found.get(i).attributes()).isEqualTo(expected.get(i).attributes());
    }
  }

  private void assertFitsTheSchema() throws IOException {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Files.readString(REFERENCE.resolve("dead-letters.schema.json")));
    for (String line : Files.readAllLines(file())) {
      assertThat(schema.validate(line, InputFormat.JSON)).as(line).isEmpty();
    }
    assertThat(schema.validate("{\"reason\":\"x\",\"attempts\":0}", InputFormat.JSON)).isNotEmpty();
  }

  @Test
  void a_letter_has_all_members() throws IOException {
    try (DeadLetterFile letters = DeadLetterFile.create(file(), "orders")) {
      letters.write(dead(ItemWrite.put(ITEM), 4), 7);
      letters.read(dead(new PendingRead(ITEM), 5), 8);
      letters.notAttempted(ItemWrite.delete(ITEM));
      letters.notAttempted(new PendingRead(ITEM));
      letters.bad(new BadLine(9, "not a JSON object", "[1]"));
      assertThat(letters.count()).isEqualTo(5);
      assertThat(letters.file()).isEqualTo(file());
    }

    assertThat(Files.readAllLines(file()))
        .containsExactly(
            "{\"line\":7,\"position\":4,\"table\":\"orders\",\"reason\":\"attempts used up\","
                + "\"attempts\":3,\"error\":\"java.io.IOException\",\"message\":\"connection"
                + " reset\",\"op\":\"put\",\"item\":{\"id\":{\"S\":\"a\"}}}",
            "{\"line\":8,\"position\":5,\"table\":\"orders\",\"reason\":\"attempts used up\","
                + "\"attempts\":3,\"error\":\"java.io.IOException\","
                + "\"message\":\"connection reset\",\"op\":\"get\",\"key\":{\"id\":{\"S\":\"a\"}}}",
            "{\"table\":\"orders\",\"reason\":\"not attempted\",\"attempts\":0,"
                + "\"op\":\"delete\",\"key\":{\"id\":{\"S\":\"a\"}}}",
            "{\"table\":\"orders\",\"reason\":\"not attempted\",\"attempts\":0,"
                + "\"op\":\"get\",\"key\":{\"id\":{\"S\":\"a\"}}}",
            "{\"line\":9,\"table\":\"orders\",\"reason\":\"no item\",\"attempts\":0,"
                + "\"message\":\"not a JSON object\",\"text\":\"[1]\"}");
    assertFitsTheSchema();

    assertEqual(replayed(), List.of(ItemWrite.put(ITEM), ItemWrite.delete(ITEM)));
    assertThat(unsendable)
        .extracting(BadLine::number, BadLine::reason)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(2L, "a read, to be fetched again"),
            org.assertj.core.groups.Tuple.tuple(4L, "a read, to be fetched again"),
            org.assertj.core.groups.Tuple.tuple(5L, "was not an item: not a JSON object"));
  }

  @Test
  void random_writes_are_equal_after_writing_and_reading() throws IOException {
    assertEqualAfterWritingAndReading(150);
  }

  @Test
  @Tag("proof")
  void many_random_writes_are_equal_after_writing_and_reading() throws IOException {
    assertEqualAfterWritingAndReading(600);
  }

  private void assertEqualAfterWritingAndReading(int count) throws IOException {
    Items random = new Items(6);
    List<ItemWrite> writes =
        IntStream.range(0, count).mapToObj(i -> write(i, random.item())).toList();
    try (DeadLetterFile letters = DeadLetterFile.create(file(), "orders")) {
      for (ItemWrite write : writes) {
        letters.write(dead(write, 0), 1);
      }
    }

    assertEqual(replayed(), writes);
    assertThat(unsendable).isEmpty();
    assertFitsTheSchema();
  }

  private static ItemWrite write(int i, Map<String, AttributeValue> item) {
    WriteCondition condition =
        WriteCondition.of("#v = :v OR attribute_not_exists(#v)")
            .withName("#v", "version")
            .withValue(":v", AttributeValue.fromM(item));
    return switch (i % 5) {
      case 0 -> ItemWrite.put(item);
      case 1 -> ItemWrite.delete(item);
      case 2 -> ItemWrite.put(item).ifAbsent();
      case 3 -> ItemWrite.put(item).onlyIf(condition);
      default -> ItemWrite.delete(item).onlyIf(condition.doneIfAsWritten());
    };
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "checks permissions of POSIX")
  @Test
  void only_the_owner_can_read_the_file_and_each_letter_is_written_immediately()
      throws IOException {
    try (DeadLetterFile letters = DeadLetterFile.create(file(), "orders")) {
      assertThat(file()).doesNotExist();
      letters.bad(new BadLine(1, "not JSON", "?"));

      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
          .isEqualTo("rw-------");
      assertThat(Files.readAllLines(file())).hasSize(1);
    }
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "checks permissions of POSIX")
  @Test
  void letters_of_an_earlier_run_are_kept_unless_the_file_is_replaced() throws IOException {
    Files.writeString(file(), "{\"half a li");
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw-rw-"));

    assertThatThrownBy(() -> DeadLetterFile.create(file(), "orders"))
        .isInstanceOf(FileAlreadyExistsException.class);
    try (DeadLetterFile letters = DeadLetterFile.append(file(), "orders")) {
      letters.notAttempted(ItemWrite.put(ITEM));
      letters.notAttempted(ItemWrite.put(ITEM));
    }
    assertThat(Files.readAllLines(file())).hasSize(3).startsWith("{\"half a li");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(replayed()).hasSize(2);
    assertThat(unsendable).hasSize(1);

    try (DeadLetterFile letters = DeadLetterFile.replace(file(), "orders")) {
      assertThat(file()).doesNotExist();
      letters.notAttempted(ItemWrite.put(ITEM));
    }
    assertThat(Files.readAllLines(file())).hasSize(1);
  }

  @Test
  void concurrent_threads_write_complete_lines() throws IOException {
    try (DeadLetterFile letters = DeadLetterFile.create(file(), "orders")) {
      IntStream.range(0, 500)
          .parallel()
          .forEach(i -> letters.write(dead(ItemWrite.put(ITEM), i), i + 1));
      assertThat(letters.count()).isEqualTo(500);
    }
    assertThat(replayed()).hasSize(500);
    assertThat(unsendable).isEmpty();
  }

  @Test
  void an_interrupted_thread_writes_its_letters() throws IOException {
    try (DeadLetterFile letters = DeadLetterFile.create(file(), "orders")) {
      Thread.currentThread().interrupt();
      letters.notAttempted(ItemWrite.put(ITEM));
      letters.notAttempted(ItemWrite.put(ITEM));
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(replayed()).hasSize(2);
    assertThat(unsendable).isEmpty();
  }

  @Test
  void letter_that_could_not_be_read_back_is_refused_and_not_written() throws IOException {
    ItemWrite noText =
        ItemWrite.put(Map.of("a", AttributeValue.fromM(Map.of("\ud83d", ITEM.get("id")))));
    try (DeadLetterFile letters = DeadLetterFile.create(file(), "orders")) {
      letters.notAttempted(ItemWrite.put(ITEM));
      assertThatThrownBy(() -> letters.notAttempted(noText))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a name has an unpaired surrogate");
      letters.notAttempted(ItemWrite.delete(ITEM));
      assertThat(letters.count()).isEqualTo(2);
    }
    assertEqual(replayed(), List.of(ItemWrite.put(ITEM), ItemWrite.delete(ITEM)));
    assertThat(unsendable).isEmpty();
  }

  @Test
  void a_value_without_a_type_is_kept_as_an_empty_object_which_cannot_be_sent() throws IOException {
    try (DeadLetterFile letters = DeadLetterFile.create(file(), "orders")) {
      letters.notAttempted(ItemWrite.put(Map.of("a", AttributeValue.builder().build())));
    }
    assertThat(Files.readString(file())).endsWith("\"item\":{\"a\":{}}}\n");
    assertThat(replayed()).isEmpty();
    assertThat(unsendable)
        .extracting(BadLine::reason)
        .containsExactly("not DynamoDB JSON: a value does not name its type");
  }

  @Test
  void reads_a_letter_longer_than_the_maximum_line_of_input() throws IOException {
    List<AttributeValue> many = Collections.nCopies(600_000, AttributeValue.fromN("1"));
    ItemWrite large = ItemWrite.put(Map.of("many", AttributeValue.fromL(many)));
    try (DeadLetterFile letters = DeadLetterFile.create(file(), "orders")) {
      letters.notAttempted(large);
    }
    assertThat(Files.size(file())).isGreaterThan(ItemReader.MAX_LINE_BYTES);
    assertThat(replayed()).singleElement().returns(large.attributes(), ItemWrite::attributes);
  }

  @Test
  void each_line_of_random_bytes_is_read_as_a_write_or_reported() throws IOException {
    Items random = new Items(9);
    SplittableRandom choice = new SplittableRandom(9);
    for (int round = 0; round < 150; round++) {
      try (DeadLetterFile letters = DeadLetterFile.replace(file(), "orders")) {
        for (int i = 0; i < 5; i++) {
          letters.write(dead(write(i, random.item()), i), i + 1);
        }
      }
      String text = Files.readString(file());
      for (int changes = choice.nextInt(8); changes >= 0; changes--) {
        int at = choice.nextInt(text.length() - 5);
        String put = choice.nextBoolean() ? "null" : "\"";
        text = text.substring(0, at) + put + text.substring(at + put.length());
      }
      // An unpaired surrogate becomes a question mark.
      Files.write(file(), text.replace("\"version\"", "null").getBytes(StandardCharsets.UTF_8));
      unsendable.clear();
      try (DeadLetterReader reader = DeadLetterReader.open(file(), unsendable::add)) {
        reader.forEachRemaining(write -> {});
        assertThat(reader.writes() + reader.unsendable())
            .isEqualTo(Files.readAllLines(file()).size());
      }
    }
  }

  @Test
  void a_closed_file_refuses_letters() throws IOException {
    DeadLetterFile letters = DeadLetterFile.create(file(), "orders");
    letters.close();
    letters.close();
    assertThatThrownBy(() -> letters.notAttempted(ItemWrite.put(ITEM)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(file() + " is closed");
    assertThat(file()).doesNotExist();
  }

  @Test
  void a_member_of_another_type_is_reported_by_its_name() throws IOException {
    String put = "{\"op\":\"put\",\"item\":{\"id\":{\"S\":\"a\"}},";
    Files.write(
        file(),
        List.of(
            "",
            put + "\"table\":5}",
            put + "\"condition\":{\"expression\":5}}",
            put + "\"condition\":{\"expression\":\"a\",\"doneIfAsWritten\":\"yes\"}}",
            put + "\"condition\":{\"expression\":\"a\",\"names\":null}}",
            put + "\"table\":\"orders\"}",
            ""));
    try (DeadLetterReader reader = DeadLetterReader.open(file(), unsendable::add)) {
      assertThat(reader.lastLine()).isZero();
      assertThat(reader).toIterable().hasSize(1);
      assertThat(reader.lastLine()).isEqualTo(7);
      assertThat(reader.lineOf(0)).isEqualTo(6);
    }
    assertThat(unsendable)
        .extracting(BadLine::reason)
        .containsExactly(
            "not a dead letter: table is not a string",
            "not a dead letter: expression is not a string",
            "not a dead letter: doneIfAsWritten is neither true nor false",
            "not a dead letter: names is not an object");
  }
}
