package dev.reprise.examples.spring;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Prometheus on a free loopback port that scrapes applications each second. */
final class Prometheus implements AutoCloseable {

  private static final Pattern LISTENING =
      Pattern.compile("msg=\"Listening on\" address=127\\.0\\.0\\.1:(\\d+)");
  private static final String READY = "Server is ready to receive web requests";
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final int port;

  private Prometheus(Process process) throws IOException {
    this.process = process;
    this.port = awaitReady(process.inputReader(StandardCharsets.UTF_8));
  }

  /**
   * Starts Prometheus; skips the calling test if there is none.
   *
   * @param directory for its configuration and its data
   * @param applications addresses of applications with an actuator
   */
  static Prometheus start(Path directory, String... applications) throws IOException {
    Optional<String> program = find();
    assumeTrue(
        program.isPresent(),
        "no prometheus on the path or in REPRISE_PROMETHEUS (Debian: apt-get install prometheus)");
    Path configuration = directory.resolve("prometheus.yml");
    Files.writeString(configuration, configuration(applications));
    return new Prometheus(
        new ProcessBuilder(
                program.orElseThrow(),
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=127.0.0.1:0")
            .redirectErrorStream(true)
            .start());
  }

  private static Optional<String> find() {
    String chosen = System.getenv("REPRISE_PROMETHEUS");
    Stream<Path> programs =
        chosen != null
            ? Stream.of(Path.of(chosen))
            : Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(each -> !each.isEmpty())
                .map(each -> Path.of(each, "prometheus"));
    return programs.filter(Files::isExecutable).map(Path::toString).findFirst();
  }

  private static String configuration(String... applications) {
    String targets =
        Arrays.stream(applications)
            .map(application -> '"' + URI.create(application).getAuthority() + '"')
            .collect(Collectors.joining(", "));
    return """
    global:
      scrape_interval: 1s
      scrape_timeout: 1s
    scrape_configs:
      - job_name: example
        metrics_path: /actuator/prometheus
        static_configs:
          - targets: [%s]
    """
        .formatted(targets);
  }

  private static int awaitReady(BufferedReader log) throws IOException {
    StringBuilder read = new StringBuilder();
    int port = 0;
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      read.append(line).append('\n');
      Matcher listening = LISTENING.matcher(line);
      if (listening.find()) {
        port = Integer.parseInt(listening.group(1));
      }
      if (line.contains(READY)) {
        discard(log);
        return port;
      }
    }
    throw new IOException("Prometheus did not start:\n" + read);
  }

  /** Reads the log, so that the process never waits for a reader. */
  private static void discard(BufferedReader log) {
    Thread reader =
        new Thread(
            () -> {
              try {
                log.transferTo(Writer.nullWriter());
              } catch (IOException closed) {
                // Prometheus was ended.
              }
            },
            "prometheus log");
    reader.setDaemon(true);
    reader.start();
  }

  /** The values of an expression now, one for each series. */
  List<Double> query(String expression) throws IOException, InterruptedException {
    JsonNode response = get("/api/v1/query?query=" + encoded(expression));
    if (!response.get("status").asString().equals("success")) {
      throw new IllegalArgumentException(expression + ": " + response.get("error").asString());
    }
    return response
        .get("data")
        .get("result")
        .valueStream()
        .map(series -> number(series.get("value").get(1).asString()))
        .toList();
  }

  /** The names of all metrics. */
  List<String> metrics() throws IOException, InterruptedException {
    return get("/api/v1/label/__name__/values")
        .get("data")
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return JSON.readTree(
        http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static double number(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }
}
