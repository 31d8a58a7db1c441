package dev.reprise.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a real OpenSearch server, whose write queue has one place. */
@Tag("proof")
class OpenSearchServerTest {

  private static final Pattern HIT =
      Pattern.compile("\"_id\":\"id-(\\d+)\",\"_version\":(\\d+),\"_source\":\\{\"n\":(\\d+)}");

  private static final int PAGE = 10_000;

  @TempDir private static Path folder;
  private static SearchServer server;

  @BeforeAll
  static void start() throws IOException {
    server =
        SearchServer.start(
            folder,
            "thread_pool.write.queue_size=1",
            "http.max_content_length=1mb",
            "action.auto_create_index=-missing*,+*");
  }

  @AfterAll
  static void stop() throws IOException, InterruptedException {
    if (server != null) {
      server.close();
    }
  }

  private static OpenSearchBulk bulk(String index) {
    return OpenSearchBulk.of(server.endpoint()).toIndex(index);
  }

  private static List<BulkItem> items(int count) {
    return IntStream.range(0, count).mapToObj(KilledLoad::item).toList();
  }

  @Test
  void results_are_judged_by_status_and_action() throws Exception {
    BatchReport<BulkItem> report =
        bulk("judged")
            .batch()
            .run(
                List.of(
                    BulkItem.index("1", "{\n  \"n\": 1\n}"),
                    BulkItem.create("2", "{\"n\":2}"),
                    BulkItem.indexWithoutId("{\"n\":3}"),
                    BulkItem.delete("absent"),
                    BulkItem.index("4", "{\"n\":4}").withExternalVersion(7).withRouting("r"),
                    BulkItem.create("2", "{\"n\":5}"),
                    BulkItem.update("absent", "{\"n\":6}"),
                    BulkItem.index("7", "{\"n\":\"text\"}"),
                    BulkItem.update("1", "{\"m\":8}"),
                    BulkItem.script("1", "{\"script\":"),
                    BulkItem.index("4", "{\"n\":9}").withExternalVersion(7).withRouting("r")));

    Map<String, String> dead =
        report.deadLetters().stream()
            .collect(
                Collectors.toMap(
                    letter -> letter.position() + " " + letter.item().action(),
                    DeadLetter::message));
    assertThat(new TreeMap<>(dead).keySet())
        .containsExactlyInAnyOrder("5 create", "6 update", "7 index", "9 update", "10 index");
    assertThat(dead.get("5 create")).startsWith("409 version_conflict_engine_exception");
    assertThat(dead.get("6 update")).startsWith("404 document_missing_exception");
    assertThat(dead.get("7 index")).startsWith("400 mapper_parsing_exception").contains("text");
    assertThat(dead.get("9 update")).startsWith("status 400");
    assertThat(dead.get("10 index")).startsWith("409 version_conflict_engine_exception");
    assertThat(server.count("judged")).isEqualTo(4);
    assertThat(server.call("GET", "/judged/_doc/1?filter_path=_source", "")).contains("\"m\":8");
  }

  @Test
  void a_pipeline_that_does_not_exist_stops_the_run() {
    BatchReport<BulkItem> report =
        bulk("piped").withParameter("pipeline", "nightly").batch().run(items(20_000));

    assertThat(report.stopFailure().orElseThrow())
        .hasMessageContaining("pipeline with id [nightly] does not exist");
    assertThat(report.counts().done()).isZero();
    assertThat(report.counts().notAttempted()).as(report::toString).isPositive();
  }

  @Test
  void a_wrong_value_of_a_parameter_stops_the_run() {
    BatchReport<BulkItem> report =
        bulk("timed").withParameter("timeout", "soon").batch().run(items(20_000));

    assertThat(report.stopFailure().orElseThrow())
        .hasMessageStartingWith("status 400: 10 items in a row were refused, each alone: ")
        .hasMessageContaining("soon");
    assertThat(report.counts().done()).isZero();
    assertThat(report.counts().notAttempted()).as(report::toString).isPositive();
  }

  @Test
  void an_overloaded_server_refuses_items_and_none_is_lost() throws Exception {
    server.call("PUT", "/busy", "{\"settings\":{\"number_of_shards\":8}}");
    BatchReport<BulkItem> report =
        bulk("busy")
            .maxItems(250)
            .batch()
            .pacedBy(Pace.unlimited())
            .parallelism(24)
            .run(items(8_000));
    System.out.println(report);
    assertThat(report.allDone()).as(report.toString()).isTrue();
    assertThat(report.counts().throttledCalls()).isPositive();
    assertThat(report.counts().itemsRetried()).isPositive();
    assertThat(server.count("busy")).isEqualTo(8_000);
  }

  @Test
  void a_request_above_the_limit_of_the_server_is_halved() throws Exception {
    String text = "x".repeat(200_000);
    List<BulkItem> items = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      items.add(BulkItem.index("id-" + i, "{\"text\":\"" + text + "\"}"));
    }
    items.add(BulkItem.index("large", "{\"text\":\"" + text.repeat(6) + "\"}"));
    BatchReport<BulkItem> report = bulk("large").maxBytes(8 << 20).batch().run(items);
    assertThat(report.deadLetters()).hasSize(1);
    DeadLetter<BulkItem> dead = report.deadLetters().get(0);
    assertThat(dead.item().id()).contains("large");
    assertThat(dead.message()).contains("413").contains("maxBytes is 8388608");
    assertThat(server.count("large")).isEqualTo(12);
  }

  @Test
  void a_missing_index_and_an_unknown_parameter_stop_the_run() {
    BatchReport<BulkItem> missing = bulk("missing").maxItems(10).batch().run(items(10_000));
    assertThat(missing.stopFailure()).isPresent();
    assertThat(missing.stopFailure().get()).hasMessageContaining("index_not_found_exception");
    assertThat(missing.counts().dead()).isLessThanOrEqualTo(40);

    BatchReport<BulkItem> parameter =
        bulk("any").withParameter("pipline", "p").maxItems(10).batch().run(items(10_000));
    assertThat(parameter.stopFailure()).isPresent();
    assertThat(parameter.stopFailure().get()).hasMessageContaining("unrecognized parameter");
    assertThat(parameter.counts().dead()).isLessThanOrEqualTo(40);
  }

  @Test
  void a_load_killed_three_times_loses_no_document() throws Exception {
    Path journal = folder.resolve("journal");
    for (int kill = 0; kill < 3; kill++) {
      Process load = load(journal, KilledLoad.ITEMS / 5);
      BufferedReader out = load.inputReader();
      assertThat(out.readLine()).isEqualTo("halted");
      load.destroyForcibly().waitFor();
    }
    Process last = load(journal, Long.MAX_VALUE);
    String report = last.inputReader().lines().collect(Collectors.joining("\n"));
    assertThat(last.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(last.exitValue()).as(report).isZero();

    int[] versions = versions();
    assertThat(Arrays.stream(versions).filter(version -> version == 0)).as("missing").isEmpty();
    int twice = Arrays.stream(versions).map(version -> version - 1).sum();
    System.out.printf(
        "killed 3 times, %d of %d documents stored again; %s%n", twice, KilledLoad.ITEMS, report);
    assertThat(twice).isLessThanOrEqualTo(3 * KilledLoad.PARALLELISM * KilledLoad.IN_REQUEST);
  }

  private static Process load(Path journal, long haltAt) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-Dkilled.items=" + KilledLoad.ITEMS,
            "-cp",
            System.getProperty("java.class.path"),
            KilledLoad.class.getName(),
            server.endpoint().toString(),
            journal.toString(),
            Long.toString(haltAt))
        .redirectErrorStream(true)
        .start();
  }

  /** The version of each document, which is the number of times it was stored. */
  private static int[] versions() throws Exception {
    server.call("POST", "/killed/_refresh", "");
    int[] versions = new int[KilledLoad.ITEMS];
    for (int from = 0; from < versions.length; from += PAGE) {
      String range = "{\"range\":{\"n\":{\"gte\":" + from + ",\"lt\":" + (from + PAGE) + "}}}";
      String hits =
          server.call(
              "POST",
              "/killed/_search?filter_path=hits.hits._id,hits.hits._version,hits.hits._source",
              "{\"size\":" + PAGE + ",\"version\":true,\"query\":" + range + "}");
      Matcher each = HIT.matcher(hits);
      while (each.find()) {
        assertThat(each.group(3)).isEqualTo(each.group(1));
        versions[Integer.parseInt(each.group(1))] = Integer.parseInt(each.group(2));
      }
    }
    return versions;
  }
}
