package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.reprise.Retry;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The JSON form of reports matches its schema and its page. */
class ReportAsJsonTest {

  private static final Path REFERENCE =
      Path.of(System.getProperty("basedir", ""), "../docs/reference");
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final Random random = new Random(1);
  private final Schema schema;
  private final JsonNode schemaText;

  ReportAsJsonTest() throws IOException {
    String text = Files.readString(REFERENCE.resolve("report.schema.json"));
    schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(text);
    schemaText = JSON.readTree(text);
  }

  @Test
  void the_report_of_a_call_fits_the_schema_and_reads_back() throws Exception {
    List<String> lines = new ArrayList<>();
    Retry retry =
        Retry.of(RetryPolicy.defaults()).named("orders").withEnvironment(VirtualTime.seeded(1));
    FlakyPages down = new FlakyPages().failing(99);

    RetryReport report =
        ReportAsJson.writingReports(retry, lines::add)
            .execute(() -> down.fetch("https://example.org/"))
            .report();

    assertThat(lines).containsExactly(report.toJson());
    JsonNode json = valid(lines.get(0));
    assertThat(json.get("attempts").asInt()).isEqualTo(3);
    assertThat(json.at("/records/0/outcome").asText())
        .isEqualTo("java.io.IOException: connection reset");
    assertThat(json.at("/records/0/wait/source").asText()).isEqualTo("JITTER");
    assertThat(json.at("/records/2/wait").isNull()).isTrue();
  }

  @Test
  void a_redacted_report_fits_the_schema_and_holds_no_message() throws Exception {
    IOException failure = new IOException("secret");
    Retry.of(RetryPolicy.defaults())
        .withEnvironment(VirtualTime.seeded(1))
        .execute(
            () -> {
              throw failure;
            });

    String json = ReportAsJson.redacted(failure);

    assertThat(valid(json).at("/records/0/outcome").asText()).isEqualTo("transient");
    assertThat(json).doesNotContain("secret");
  }

  @Test
  void random_reports_fit_the_schema_and_read_back() throws Exception {
    for (int i = 0; i < 5_000; i++) {
      RetryReport report = randomReport();
      String text = report.toJson();

      assertThat(text.codePoints()).noneMatch(c -> c < ' ' || c == 0x2028 || c == 0x2029);
      JsonNode json = i % 10 == 0 ? valid(text) : JSON.readTree(text);
      assertThat(json.get("retry").asText()).isEqualTo(wellFormed(report.retry()));
      assertThat(json.get("explanation").asText()).isEqualTo(wellFormed(report.explanation()));
      assertThat(json.get("elapsedNanos").asLong()).isEqualTo(report.elapsed().toNanos());
      assertThat(json.get("records")).hasSize(report.records().size());
      for (int k = 0; k < report.records().size(); k++) {
        assertThat(json.at("/records/" + k + "/outcome").asText())
            .isEqualTo(wellFormed(report.records().get(k).outcome()));
      }
    }
  }

  @Test
  void the_schema_refuses_other_json() throws Exception {
    String json = randomReport().toJson();
    assertThat(errors(JSON.readTree(json.replace("\"version\":1", "\"version\":2")))).isNotEmpty();
    assertThat(errors(JSON.readTree(json.replace("\"omitted\"", "\"omited\"")))).isNotEmpty();
    assertThat(errors(JSON.readTree("[]"))).isNotEmpty();
  }

  @Test
  void the_schema_knows_every_constant() {
    assertThat(constants("/properties/stopReason/enum")).isEqualTo(names(StopReason.values()));
    assertThat(constants("/$defs/record/properties/ending/enum"))
        .isEqualTo(names(AttemptRecord.Ending.values()));
    assertThat(constants("/$defs/record/properties/kind/enum"))
        .isEqualTo(names(FailureKind.values()));
    assertThat(constants("/$defs/wait/properties/source/enum"))
        .isEqualTo(names(WaitSource.values()));
  }

  @Test
  void the_page_lists_every_field_and_constant() throws IOException {
    String page = Files.readString(REFERENCE.resolve("report-json.md"));
    List<String> fields = new ArrayList<>();
    for (String place : List.of("", "/$defs/record", "/$defs/wait")) {
      schemaText.at(place + "/properties").fieldNames().forEachRemaining(fields::add);
    }
    assertThat(fields).hasSize(22).allSatisfy(field -> assertThat(page).contains("| `" + field));
    assertThat(names(StopReason.values()))
        .allSatisfy(constant -> assertThat(page).contains("`" + constant + "`"));
  }

  private JsonNode valid(String text) throws JsonProcessingException {
    JsonNode json = JSON.readTree(text);
    assertThat(errors(json)).isEmpty();
    return json;
  }

  private List<Error> errors(JsonNode json) {
    return schema.validate(json);
  }

  private List<String> constants(String place) {
    List<String> names = new ArrayList<>();
    schemaText.at(place).forEach(name -> names.add(name.asText()));
    return names;
  }

  private static List<String> names(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Enum::name).toList();
  }

  private RetryReport randomReport() {
    List<AttemptRecord> records = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      records.add(randomRecord());
    }
    return new RetryReport(
            randomText(), random.nextInt(9), any(StopReason.values()), nanos(), records, 0, 0)
        .explained(1 + random.nextInt(9), nanos(), randomText());
  }

  private AttemptRecord randomRecord() {
    long length = nanos();
    return new AttemptRecord(
        1 + random.nextInt(Integer.MAX_VALUE),
        nanos(),
        length,
        any(AttemptRecord.Ending.values()),
        randomText(),
        any(FailureKind.values()),
        random.nextBoolean()
            ? null
            : new AttemptRecord.Wait(length, any(WaitSource.values()), 0, length),
        random.nextBoolean());
  }

  private long nanos() {
    return random.nextLong() >>> (1 + random.nextInt(63));
  }

  /**
   * Random characters, with more control characters, separators and unpaired surrogates than usual.
   */
  private String randomText() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      switch (random.nextInt(6)) {
        case 0 -> text.append((char) random.nextInt(0xa0));
        case 1 -> text.append((char) (0x2000 + random.nextInt(0x80)));
        case 2 -> text.append((char) (0xd800 + random.nextInt(0x800)));
        case 3 -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
        default -> text.append((char) random.nextInt(0x10000));
      }
    }
    return text.toString();
  }

  private static String wellFormed(String text) {
    StringBuilder whole = new StringBuilder();
    text.codePoints()
        .map(c -> Character.getType(c) == Character.SURROGATE ? 0xfffd : c)
        .forEach(whole::appendCodePoint);
    return whole.toString();
  }

  private <C> C any(C[] constants) {
    return constants[random.nextInt(constants.length)];
  }
}
