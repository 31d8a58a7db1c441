package dev.reprise.verification.spring.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application in a process of its own, with the Java agent of OpenTelemetry. */
@Tag("proof")
class JavaAgentTest {

  private static final int INTERNAL = 1;
  private static final int SERVER = 2;
  private static final int CLIENT = 3;

  @TempDir Path folder;

  /**
   * A span as the agent exports it.
   *
   * @param texts the values of its attributes that are texts
   */
  private record Exported(
      String trace, String id, String parent, String name, int kind, List<String> texts) {

    static Exported of(Map<String, Object> json) {
      return new Exported(
          text(json, "traceId"),
          text(json, "spanId"),
          text(json, "parentSpanId"),
          text(json, "name"),
          Integer.parseInt(text(json, "kind")),
          JsonPath.read(json, "$..stringValue"));
    }

    private static String text(Map<String, Object> json, String key) {
      return String.valueOf(json.getOrDefault(key, ""));
    }

    boolean isOf(String path) {
      return texts.stream().anyMatch(text -> text.endsWith(path));
    }
  }

  @Test
  void attempts_are_in_the_trace_of_the_caller_with_one_span_each() throws Exception {
    String printed = run(entry -> !entry.contains("micrometer-tracing"));
    for (String shape : List.of("blocking", "asynchronous")) {
      List<Exported> spans = traceOf(shape, printed);
      Exported request = one(spans, SERVER, "/" + shape);
      List<Exported> attempts = named(spans, "attempt pages");
      List<Exported> sent = of(spans, CLIENT, "/pages/" + shape);
      assertOneCallOfThreeAttempts(spans, request, attempts);
      assertThat(sent).as(shape).hasSize(3);
      assertThat(of(spans, SERVER, "/pages/" + shape)).as(shape).hasSize(3);
      assertThat(spans).as(shape).hasSize(2 + 4 + 3 + 3);
      // The request of the first attempt was sent before the call got a span.
      assertThat(sent.stream().map(Exported::parent))
          .as(shape)
          .containsExactlyInAnyOrder(request.id(), attempts.get(1).id(), attempts.get(2).id());
    }
    assertThat(printed).doesNotContain(AgentApplication.OF_BOOT);
  }

  @Test
  void beside_micrometer_tracing_the_agent_alone_makes_the_spans_of_retries() throws Exception {
    String printed = run(entry -> true);
    assertThat(printed).contains(AgentApplication.OF_BOOT + "http ");
    assertThat(printed.lines().filter(line -> line.startsWith(AgentApplication.OF_BOOT)))
        .noneMatch(line -> line.contains("attempt") || line.contains("pages call"));
    List<Exported> all = exported(printed);
    assertThat(named(all, "retry pages")).hasSize(2);
    assertThat(named(all, "attempt pages")).hasSize(6);
  }

  private static void assertOneCallOfThreeAttempts(
      List<Exported> spans, Exported caller, List<Exported> attempts) {
    List<Exported> calls = named(spans, "retry pages");
    assertThat(calls).extracting(Exported::parent).containsExactly(caller.id());
    assertThat(attempts).hasSize(3).extracting(Exported::parent).containsOnly(calls.get(0).id());
    assertThat(spans.stream().filter(span -> span.kind() == INTERNAL)).hasSize(4);
  }

  /** The spans of the trace that begins with the request for a path. */
  private static List<Exported> traceOf(String path, String printed) {
    List<Exported> all = exported(printed);
    String trace = one(all, CLIENT, "/" + path, span -> span.parent().isEmpty()).trace();
    return all.stream().filter(span -> span.trace().equals(trace)).toList();
  }

  private static List<Exported> named(List<Exported> spans, String name) {
    return spans.stream().filter(span -> span.name().equals(name)).toList();
  }

  private static List<Exported> of(List<Exported> spans, int kind, String path) {
    return spans.stream().filter(span -> span.kind() == kind && span.isOf(path)).toList();
  }

  private static Exported one(List<Exported> spans, int kind, String path) {
    return one(spans, kind, path, span -> !span.isOf("/pages" + path));
  }

  private static Exported one(
      List<Exported> spans, int kind, String path, Predicate<Exported> further) {
    List<Exported> found = of(spans, kind, path).stream().filter(further).toList();
    assertThat(found).as(path).hasSize(1);
    return found.get(0);
  }

  private static List<Exported> exported(String printed) {
    return printed
        .lines()
        .filter(line -> line.startsWith("{"))
        .flatMap(line -> JsonPath.<List<Map<String, Object>>>read(line, "$..spans[*]").stream())
        .map(Exported::of)
        .toList();
  }

  /** Runs the application with the agent and a part of the class path; returns its output. */
  private String run(Predicate<String> onClassPath) throws IOException, InterruptedException {
    List<String> classPath =
        List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    Predicate<String> isAgent = entry -> entry.contains("opentelemetry-javaagent-");
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + classPath.stream().filter(isAgent).findFirst().orElseThrow(),
                "-Dotel.traces.exporter=experimental-otlp/stdout",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none",
                "-Djava.io.tmpdir=" + folder,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath.stream()
                    .filter(isAgent.negate().and(onClassPath))
                    .collect(Collectors.joining(File.pathSeparator)),
                AgentApplication.class.getName(),
                "--server.port=0",
                "--logging.level.root=warn",
                "--spring.main.banner-mode=off",
                "--management.tracing.sampling.probability=1",
                "--reprise.http.clients.retriedClient=pages",
                "--reprise.policies.pages=maxAttempts=3 within=1m backoff=fixed(10ms)"
                    + " idempotency=idempotent")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("the application has ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    String printed = Files.readString(output);
    assertThat(process.exitValue()).as(printed).isZero();
    assertThat(Stream.of("/blocking: 200 page", "/asynchronous: 200 page"))
        .allSatisfy(response -> assertThat(printed).contains(response));
    return printed;
  }
}
