package dev.reprise.opentelemetry.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retried calls in a process of their own, with the Java agent of OpenTelemetry. */
@Tag("proof")
class JavaAgentTest {

  private static final String AGENT = "opentelemetry-javaagent-";
  private static final List<String> SHAPES =
      List.of("blocking", "token", "stages", "executor", "hedged", "hedged-blocking", "driven");

  @TempDir private Path folder;
  private RefusingServer server;

  @BeforeEach
  void start() throws IOException {
    server = new RefusingServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void all_attempts_of_every_shape_are_in_the_trace_of_the_caller() throws Exception {
    List<ExportedSpan> spans = run(AgentProgram.OBSERVED);
    for (String shape : SHAPES) {
      ExportedSpan caller = caller(spans, shape);
      List<ExportedSpan> requests = requests(spans, shape);
      assertThat(requests).as(shape).hasSize(server.requests().get("/" + shape)).hasSize(3);
      assertThat(requests).as(shape).extracting(ExportedSpan::trace).containsOnly(caller.trace());
      assertThat(requests)
          .as(shape)
          .extracting(ExportedSpan::kind)
          .containsOnly(ExportedSpan.CLIENT);
      List<ExportedSpan> calls = named(spans, caller, "retry pages");
      assertThat(calls).as(shape).extracting(ExportedSpan::parent).containsExactly(caller.id());
      List<ExportedSpan> attempts = named(spans, caller, "attempt pages");
      assertThat(attempts).as(shape).hasSize(3);
      assertThat(attempts)
          .as(shape)
          .extracting(ExportedSpan::parent)
          .containsOnly(calls.get(0).id());
      Set<String> parents =
          attempts.stream()
              .filter(attempt -> !attempt.json().contains(attribute("reprise.attempt", 1)))
              .map(ExportedSpan::id)
              .collect(Collectors.toSet());
      List<String> actual = requests.stream().map(ExportedSpan::parent).toList();
      assertThat(actual).as(shape).doesNotHaveDuplicates().containsAll(parents);
      // The spans of the call begin with the second attempt. On a busy machine a hedge can begin
      // before the thread of the first attempt does.
      parents.add(caller.id());
      if (shape.startsWith("hedged")) {
        attempts.forEach(attempt -> parents.add(attempt.id()));
      }
      assertThat(actual).as(shape).isSubsetOf(parents);
    }
  }

  @Test
  void without_the_module_later_attempts_of_asynchronous_calls_begin_new_traces() throws Exception {
    List<ExportedSpan> spans = run(AgentProgram.PLAIN);
    assertThat(requestsInTrace(spans, "blocking")).isEqualTo(3);
    for (String shape : List.of("stages", "executor", "hedged", "hedged-blocking")) {
      assertThat(requests(spans, shape)).as(shape).hasSize(3);
      // On a busy machine, hedges can begin where the agent still has the context of the caller.
      if (!shape.startsWith("hedged")) {
        assertThat(requestsInTrace(spans, shape)).as(shape).isLessThan(3);
      }
    }
  }

  private static long requestsInTrace(List<ExportedSpan> spans, String shape) {
    String trace = caller(spans, shape).trace();
    return requests(spans, shape).stream().filter(one -> one.trace().equals(trace)).count();
  }

  private static ExportedSpan caller(List<ExportedSpan> spans, String shape) {
    List<ExportedSpan> callers =
        spans.stream().filter(span -> span.name().equals("caller " + shape)).toList();
    assertThat(callers).as(shape).hasSize(1);
    return callers.get(0);
  }

  private static List<ExportedSpan> requests(List<ExportedSpan> spans, String shape) {
    return spans.stream()
        .filter(
            span -> span.kind() == ExportedSpan.CLIENT && span.json().contains("/" + shape + "\""))
        .toList();
  }

  private static List<ExportedSpan> named(
      List<ExportedSpan> spans, ExportedSpan caller, String name) {
    return spans.stream()
        .filter(span -> span.trace().equals(caller.trace()) && span.name().equals(name))
        .toList();
  }

  private static String attribute(String key, int value) {
    return "{\"key\":\"" + key + "\",\"value\":{\"intValue\":\"" + value + "\"}}";
  }

  /** Runs the program with the agent; returns the spans that it exports. */
  private List<ExportedSpan> run(String mode) throws IOException, InterruptedException {
    List<String> classPath =
        Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
    String agent =
        classPath.stream().filter(entry -> entry.contains(AGENT)).findFirst().orElseThrow();
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + agent,
                "-Dotel.traces.exporter=experimental-otlp/stdout",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none",
                "-Djava.io.tmpdir=" + folder,
                "-classpath",
                classPath.stream()
                    .filter(entry -> !entry.equals(agent))
                    .collect(Collectors.joining(File.pathSeparator)),
                AgentProgram.class.getName(),
                mode,
                server.address())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("the program has ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    String printed = Files.readString(output);
    assertThat(process.exitValue()).as(printed).isZero();
    return ExportedSpan.allOf(printed);
  }
}
