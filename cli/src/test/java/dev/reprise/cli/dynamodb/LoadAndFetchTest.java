package dev.reprise.cli.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import dev.reprise.cli.Signals;
import dev.reprise.cli.load.ItemFiles;
import dev.reprise.dynamodb.items.ItemReader;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LoadAndFetchTest {

  private final CountDownLatch throttled = new CountDownLatch(20);
  private volatile boolean throttling;
  private final DynamoDbTableServer server =
      DynamoDbTableServer.builder()
          .writeUnits(100_000)
          .readUnits(100_000)
          .faults(this::throttle)
          .start();
  @TempDir private Path folder;

  private Optional<Fault> throttle(String operation) {
    if (!throttling || !operation.equals("BatchWriteItem")) {
      return Optional.empty();
    }
    throttled.countDown();
    return Optional.of(Fault.throttling());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Program.Ended run(String command, Path file, String... more) {
    return InProcess.reprise(arguments(command, file, more));
  }

  private String[] arguments(String command, Path file, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "dynamodb",
                command,
                file.toString(),
                "--table",
                "orders",
                "--endpoint",
                server.endpoint().toString()));
    arguments.addAll(Arrays.asList(more));
    return arguments.toArray(String[]::new);
  }

  private static String order(int number) {
    return "{\"id\":\"order-" + number + "\",\"stage\":1,\"note\":\"caf\u00e9\"}";
  }

  private Path orders(int count) throws Exception {
    return Files.write(
        folder.resolve("orders.ndjson"),
        IntStream.range(0, count).mapToObj(LoadAndFetchTest::order).toList());
  }

  @Test
  void in_json_each_line_of_standard_error_is_an_object_and_the_last_has_the_counts()
      throws Exception {
    Path orders = orders(60);
    Files.writeString(orders, Files.readString(orders) + "not an item\n");
    Program.Ended loaded = run("load", orders, "--create", "id,stage:N", "--progress", "json");

    assertThat(loaded.code()).isEqualTo(1);
    List<Map<?, ?>> lines = new ArrayList<>();
    for (String line : loaded.messages().lines().toList()) {
      lines.add(new ObjectMapper().readValue(line, Map.class));
    }
    assertThat(lines.get(0).get("event")).isEqualTo("message");
    assertThat(lines.get(0).get("text").toString()).startsWith("reprise: line 61: ");
    Map<?, ?> end = lines.get(lines.size() - 1);
    assertThat(end.get("event")).isEqualTo("end");
    assertThat(end.get("done")).isEqualTo(60);
    assertThat(end.get("dead")).isEqualTo(1);
    assertThat(end.get("exitCode")).isEqualTo(1);
    assertThat(end.get("bytesRead")).isEqualTo(end.get("bytes"));

    Program.Ended exported =
        InProcess.reprise(
            "dynamodb",
            "export",
            "--out",
            folder.resolve("all.ndjson").toString(),
            "--table",
            "orders",
            "--endpoint",
            server.endpoint().toString(),
            "--progress",
            "json");
    assertThat(exported.messages().strip())
        .startsWith("{\"event\":\"end\",\"items\":60,\"segmentsDone\":8,")
        .endsWith("\"exitCode\":0}");
  }

  @Test
  void an_unknown_form_of_progress_is_refused() throws Exception {
    Program.Ended ended = run("load", orders(1), "--progress", "xml");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages()).contains("--progress", "must be text or json, but was xml");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "uses files in /dev")
  void a_pipe_with_a_name_is_read_as_standard_input() throws Exception {
    Path dead = folder.resolve("dead");
    String[] load =
        arguments(
            "load",
            Path.of("/dev/stdin"),
            "--create",
            "id,stage:N",
            "--dead-letters",
            dead.toString());
    Program.Ended ended = Program.reprise(load).end(Files.readAllBytes(orders(60)));
    assertThat(ended.code()).as(ended.messages()).isZero();
    assertThat(ended.text()).startsWith("60 of 60 lines written");
    assertThat(ItemFiles.stem(List.of("/dev/fd/63"))).isEqualTo("stdin");
  }

  @Test
  void fetches_all_loaded_items() throws Exception {
    Path orders = orders(1_500);
    Program.Ended loaded = run("load", orders, "--create", "id,stage:N");

    assertThat(loaded.code()).as(loaded.messages()).isZero();
    assertThat(loaded.text()).startsWith("1500 of 1500 lines written in ");
    assertThat(loaded.messages().lines()).allMatch(line -> line.matches(" +\\d+ %, \\d+ done, .*"));

    Path keys =
        Files.write(
            folder.resolve("keys.ndjson"),
            IntStream.range(0, 1_502)
                .mapToObj(i -> "{\"id\":\"order-" + i + "\",\"stage\":1}")
                .toList());
    Path out = folder.resolve("out.ndjson");
    Path absent = folder.resolve("absent.ndjson");
    Program.Ended fetched =
        run("fetch", keys, "--out", out.toString(), "--absent", absent.toString());

    assertThat(fetched.code()).as(fetched.messages()).isZero();
    assertThat(fetched.text()).contains("1502 of 1502 lines looked up", "1500 found, 2 absent");
    assertThat(new HashSet<>(Files.readAllLines(out)))
        .isEqualTo(new HashSet<>(Files.readAllLines(orders)));
    assertThat(Files.readAllLines(absent)).hasSize(2);
    assertThat(folder.resolve("orders.ndjson.dead.ndjson")).doesNotExist();
  }

  @Test
  void failed_items_are_in_the_dead_letters_and_all_others_arrive() throws Exception {
    Path file =
        Files.write(
            folder.resolve("some.ndjson"),
            List.of(
                order(1),
                "not an item",
                "{\"id\":\"no stage\"}",
                "",
                "{\"id\":\"order-2\",\"stage\":1,\"big\":\"" + "x".repeat(410_000) + "\"}",
                "{\"id\":\"order-3\",\"stage\":1,\"number\":1e999}",
                order(4)));
    Program.Ended ended = run("load", file, "--create", "id,stage:N");

    Path dead = folder.resolve("some.ndjson.dead.ndjson");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.text())
        .contains("2 of 6 lines written")
        .contains("4 dead, written to " + dead);
    assertThat(ended.messages()).contains("reprise: line 2: not JSON: ");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dead)))
        .isEqualTo("rw-------");
    String letters = Files.readString(dead);
    assertThat(letters.lines())
        .hasSize(4)
        .anyMatch(line -> line.endsWith("\"text\":\"not an item\"}"))
        .contains(
            "{\"line\":3,\"position\":1,\"table\":\"orders\",\"reason\":\"invalid item\","
                + "\"attempts\":0,\"error\":\"dev.reprise.dynamodb.table.InvalidItemException\","
                + "\"message\":\"key attribute stage is missing\",\"op\":\"put\","
                + "\"item\":{\"id\":{\"S\":\"no stage\"}}}")
        .anyMatch(
            line ->
                line.startsWith("{\"line\":5,")
                    && line.contains("\"message\":\"item must be at most 409600"))
        .anyMatch(
            line ->
                line.startsWith("{\"line\":6,")
                    && line.contains("\"message\":\"ValidationException"));
    assertThat(server.counters().itemsWritten()).isEqualTo(2);

    Program.Ended again = run("load", file);
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.messages()).contains("already exists: move it, or name another");
  }

  @Test
  void reads_standard_input_and_writes_standard_output() throws Exception {
    byte[] input = (order(1) + "\n" + order(2) + "\n").getBytes(StandardCharsets.UTF_8);
    Path letters = folder.resolve("dead");
    Program.Ended loaded =
        InProcess.reprise(
            input,
            arguments(
                "load", Path.of("-"), "--create", "id,stage:N", "--dead-letters", letters + ""));
    assertThat(loaded.code()).as(loaded.messages()).isZero();

    Program.Ended fetched =
        InProcess.reprise(
            input,
            arguments(
                "fetch",
                Path.of("-"),
                "--out",
                "-",
                "--consistent",
                "--dead-letters",
                letters + ""));

    assertThat(fetched.code()).as(fetched.messages()).isZero();
    assertThat(fetched.text().lines()).containsExactlyInAnyOrder(order(1), order(2));
    assertThat(fetched.messages()).contains("2 found, 0 absent");
    assertThat(letters).doesNotExist();
  }

  @Test
  void an_unknown_table_is_reported_before_a_line_is_read() throws Exception {
    Program.Ended loaded = run("load", orders(3));
    Program.Ended fetched = run("fetch", orders(3), "--out", folder.resolve("out").toString());

    for (Program.Ended ended : List.of(loaded, fetched)) {
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.text()).isEmpty();
      assertThat(ended.messages().lines())
          .containsExactly(
              "reprise: table orders: Requested resource not found: Table: orders not found");
    }
    assertThat(folder.resolve("orders.ndjson.dead.ndjson")).doesNotExist();
  }

  @Test
  void uses_the_given_policy() throws Exception {
    run("load", orders(1), "--create", "id,stage:N");
    server.failNext("BatchWriteItem", 10, Fault.throttling());

    Program.Ended ended =
        run(
            "load",
            orders(25),
            "--policy",
            "maxAttempts=3 backoff=fixed(1ms)",
            "--linger",
            "1h",
            "--pace",
            "unlimited");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.text()).contains("0 of 25 lines written", "calls 3, throttled 3");
    assertThat(Files.readAllLines(folder.resolve("orders.ndjson.dead.ndjson")))
        .allMatch(line -> line.contains("\"attempts\":3,"));
  }

  @Test
  void the_table_is_described_with_the_given_policy() throws Exception {
    run("load", orders(1), "--create", "id,stage:N");
    server.failNext("DescribeTable", 2, Fault.internalServerError());
    Program.Ended once = run("load", orders(1), "--policy", "maxAttempts=1");
    assertThat(once.code()).isEqualTo(1);
    assertThat(once.messages()).startsWith("reprise: table orders: ").hasLineCount(1);
    assertThat(run("load", orders(1), "--policy", "maxAttempts=2 backoff=none").code()).isZero();
  }

  @Test
  void an_incomplete_fetch_names_the_step_before_the_next_run() throws Exception {
    Path keys = Files.writeString(folder.resolve("keys"), "no key\n".repeat(3));
    run("load", orders(1), "--create", "id,stage:N");
    Path out = folder.resolve("out");
    Program.Ended ended = run("fetch", keys, "--out", out.toString(), "--max-dead", "1");
    assertThat(ended.code()).as(ended.messages()).isEqualTo(1);
    assertThat(ended.messages())
        .endsWith(
            "reprise: "
                + out
                + " was not written; move the dead letters before you run it again\n");
    assertThat(folder.resolve("keys.fetch.dead.ndjson")).isNotEmptyFile();
    assertThat(out).doesNotExist();
  }

  @Test
  void load_and_fetch_of_one_file_have_different_dead_letters() throws Exception {
    Path file = Files.writeString(folder.resolve("some.ndjson"), order(1) + "\nno item\n");
    run("load", file, "--create", "id,stage:N");
    Program.Ended fetched = run("fetch", file, "--out", folder.resolve("out").toString());
    assertThat(fetched.text()).contains("1 of 2 lines looked up");
    assertThat(folder.resolve("some.ndjson.dead.ndjson")).isNotEmptyFile();
    assertThat(folder.resolve("some.ndjson.fetch.dead.ndjson")).isNotEmptyFile();
  }

  @Test
  void several_files_are_one_input_with_continuous_line_numbers() throws Exception {
    Path first = orders(3);
    Path second = folder.resolve("more.ndjson.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(second))) {
      out.write((order(3) + "\nno item\n{\"id\":\"x\"}\n").getBytes(StandardCharsets.UTF_8));
    }

    Program.Ended loaded = run("load", first, second.toString(), "--create", "id,stage:N");

    Path dead = folder.resolve("orders.ndjson.dead.ndjson");
    assertThat(loaded.text()).startsWith("4 of 6 lines written in ").contains("; 2 dead, 0 not");
    assertThat(loaded.messages()).contains("reprise: line 5: not JSON: ");
    assertThat(Files.readAllLines(dead))
        .anyMatch(line -> line.startsWith("{\"line\":5,"))
        .anyMatch(line -> line.startsWith("{\"line\":6,\"position\":4,"));
  }

  @Test
  void if_absent_leaves_existing_items_unchanged() throws Exception {
    run("load", orders(5), "--create", "id,stage:N");
    Path newer = folder.resolve("newer.ndjson");
    Files.writeString(newer, order(4).replace("caf", "kof") + "\n" + order(5) + "\n");

    Program.Ended ended = run("load", newer, "--if-absent");

    assertThat(ended.text()).startsWith("1 of 2 lines written in ").contains("; 1 dead, 0 not");
    Path all = folder.resolve("all.ndjson");
    export(all);
    assertThat(Files.readAllLines(all))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 6).mapToObj(LoadAndFetchTest::order).toList());
  }

  private Program.Ended export(Path out, String... more) {
    return InProcess.reprise(exporting(out, more));
  }

  private String[] exporting(Path out, String... more) {
    List<String> arguments = new ArrayList<>(List.of("dynamodb", "export", "--table", "orders"));
    arguments.addAll(List.of("--endpoint", server.endpoint() + "", "--out", out + ""));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  @Test
  void an_export_is_loaded_again_in_either_form() throws Exception {
    run("load", orders(100), "--create", "id,stage:N");
    Path out = folder.resolve("out.ndjson.zst");

    Program.Ended ended = export(out, "--format", "dynamodb", "--segments", "3", "--consistent");

    assertThat(ended.code()).as(ended.messages()).isZero();
    assertThat(ended.text()).startsWith("100 items read in ").contains("; segments 3 of 3\n");
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    try (ItemReader reader = ItemReader.open(out, bad -> {})) {
      reader.forEachRemaining(items::add);
    }
    assertThat(items)
        .hasSize(100)
        .allMatch(item -> item.get("stage").equals(AttributeValue.fromN("1")));
    assertThat(run("load", out).text()).startsWith("100 of 100 lines written in ");
  }

  @Test
  void a_failed_export_leaves_the_existing_file_unchanged() throws Exception {
    run("load", orders(100), "--create", "id,stage:N");
    Path out = Files.writeString(folder.resolve("out.ndjson"), "as it was");
    server.failNext("Scan", 1, Fault.internalServerError());

    Program.Ended ended = export(out, "--policy", "maxAttempts=1");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.text()).contains("; segments 7 of 8\n");
    assertThat(ended.messages())
        .containsPattern("reprise: segment \\d failed: ")
        .contains("reprise: stopped; " + out + " was not written");
    assertThat(out).hasContent("as it was");
    try (var all = Files.list(folder)) {
      assertThat(all).hasSize(2);
    }
  }

  @Test
  void an_export_does_not_replace_a_directory() throws Exception {
    run("load", orders(1), "--create", "id,stage:N");
    Program.Ended ended = export(folder);
    assertThat(ended.messages())
        .startsWith("reprise: cannot write " + folder + ": it is a directory");
    assertThat(ended.code()).isEqualTo(2);
  }

  @Test
  void a_load_whose_dead_letters_cannot_be_written_is_stopped() throws Exception {
    Path letters = folder.resolve("nowhere").resolve("letters");
    Path file = Files.writeString(folder.resolve("bad.ndjson"), "{\"id\":\n".repeat(50_000));
    run("load", orders(1), "--create", "id,stage:N");

    Program.Ended ended = run("load", file, "--dead-letters", letters.toString());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.messages())
        .containsPattern(
            "reprise: \\Q"
                + letters
                + "\\E cannot be written: no such file or directory; "
                + "\\d+ dead or not attempted are missing in it, from line 1 on\n")
        .containsPattern("reprise: stopped after line \\d+; later lines were not read")
        .doesNotContain("Exception", "\tat ");
    assertThat(ended.text()).startsWith("0 of 1 line written in ").contains("; 1 dead, 0 not");
  }

  @Test
  void too_many_dead_lines_in_a_row_end_a_load() throws Exception {
    Path file = Files.writeString(folder.resolve("bad.ndjson"), "{\"id\":\n".repeat(50_000));
    run("load", orders(1), "--create", "id,stage:N");

    Program.Ended ended = run("load", file, "--max-dead", "20");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.text()).contains("; 21 dead, 0 not attempted", "21 dead, written to " + file);
    assertThat(ended.messages())
        .endsWith(
            "reprise: more dead lines than --max-dead allows: 21, at most 20\n"
                + "reprise: stopped after line 21; later lines were not read\n");
  }

  @Test
  void an_adaptive_pace_may_have_a_limit() throws Exception {
    Program.Ended ended =
        run("load", orders(100), "--create", "id,stage:N", "--pace", "adaptive(<=1000/s)");
    assertThat(ended.code()).as(ended.messages()).isZero();
    assertThat(ended.text()).startsWith("100 of 100 lines written in ");
  }

  @Test
  void a_share_needs_a_capacity() throws Exception {
    run("load", orders(1), "--create", "id,stage:N");
    Program.Ended loaded = run("load", orders(1), "--capacity-share", "0.5");
    Program.Ended exported = export(folder.resolve("out"), "--capacity-share", "0.5");
    for (Program.Ended ended : List.of(loaded, exported)) {
      assertThat(ended.messages()).startsWith("reprise: --capacity-share needs provisioned");
      assertThat(ended.code()).isEqualTo(2);
    }
  }

  @Test
  void a_server_that_is_not_the_service_is_reported_by_its_status() throws Exception {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    other.start();
    try {
      String endpoint = "http://127.0.0.1:" + other.getAddress().getPort();
      Program.Ended ended =
          InProcess.reprise(
              "dynamodb", "load", orders(1) + "", "--table", "orders", "--endpoint", endpoint);
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.messages())
          .contains("table orders: status 404 without an error of AWS")
          .doesNotContain("null");
    } finally {
      other.stop(0);
    }
  }

  @Test
  void ctrl_c_accounts_for_every_line_that_was_read() throws Exception {
    assumeTrue(Signals.canInterrupt());
    run("load", orders(1), "--create", "id,stage:N");
    throttling = true;
    Program program =
        Program.reprise(
            arguments("load", orders(5_000), "--policy", "maxAttempts=unlimited within=unlimited"));
    throttled.await();
    program.signal("INT");
    Program.Ended ended = program.endWithOpenInput();

    assertThat(ended.code()).isEqualTo(130);
    assertThat(ended.text()).contains(" lines written in ");
    assertThat(ended.messages())
        .contains("reprise: stopped by SIGINT (Ctrl-C) after line ", "later lines were not read");
    assertThat(folder.resolve("orders.ndjson.dead.ndjson")).isNotEmptyFile();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load FILE | Missing required option: '--table=TABLE'",
        "load FILE --table t --endpoint ftp://x | --endpoint: must be an http or https address",
        "load FILE --table t --policy maxAttempts=0 | --policy: maxAttempts must be at least 1",
        "load FILE --table t --parallelism 0 | --parallelism must be from 1 to 1000, but was 0",
        "load FILE --table t --create a,b,c | --create: must be a partition key and at most one sort",
        "load FILE --table t --create a:X | --create: type must be S, N or B, but was 'X'",
        "load nosuch --table t | cannot read nosuch: no such file or directory",
        "load - - --table t | cannot read standard input (-) twice",
        "load . --table t | cannot read .: it is a directory; name the files",
        "load FILE --table t --pace slow | --pace: pace must be unlimited, adaptive",
        "load FILE --table t --pace unlimited --capacity-share 0.5 | --pace and --capacity-share",
        "load FILE --table t --capacity-share 1.5 | --capacity-share must be above 0 and at",
        "load FILE --table t --max-dead -1 | --max-dead must be from 0 to",
        "load FILE --table t --sync 1s | --sync needs a journal: add --journal",
        "load FILE --table t --journal j --sync soon | --sync: must be every-chunk, never or sec",
        "replay nosuch --table t | cannot read nosuch: no such file or directory",
        "export --table t | Missing required option: '--out=FILE'",
        "export --table t --out x --format csv | --format must be plain or dynamodb, but was csv",
        "export --table t --out x --segments 0 | --segments must be from 1 to 1000000, but was 0",
        "fetch FILE --table t | Missing required option: '--out=FILE'",
        "nosuch | unexpected argument 'nosuch'"
      })
  void mistakes_in_the_arguments_exit_with_2(String arguments, String message) throws Exception {
    List<String> words = new ArrayList<>(List.of("dynamodb"));
    words.addAll(List.of(arguments.replace("FILE", orders(1).toString()).split(" ")));

    Program.Ended ended = InProcess.reprise(words.toArray(String[]::new));

    assertThat(ended.messages()).startsWith("reprise: " + message);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.text()).isEmpty();
  }
}
