package dev.reprise.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** An OpenSearch server in a process of its own. */
final class SearchServer implements AutoCloseable {

  private static final int OLDEST_JDK = 21;

  /** The profile proofs copies the jars of the server to it. */
  private static final Path JARS = Path.of("target", "opensearch-server").toAbsolutePath();

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final URI endpoint;

  private SearchServer(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /** Starts a server; skips the test if there is no JDK that can run it. */
  static SearchServer start(Path folder, String... settings) throws IOException {
    Path java = java();
    assertThat(JARS).as("jars of the server; run with -Pproofs").isNotEmptyDirectory();
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(JARS + File.separator + "*");
    command.add(Path.of("src", "test", "server", "SearchNode.java").toAbsolutePath().toString());
    command.add(Files.createDirectories(folder.resolve("home")).toString());
    command.addAll(List.of(settings));
    Process process =
        new ProcessBuilder(command)
            .redirectError(folder.resolve("server.log").toFile())
            .directory(folder.toFile())
            .start();
    BufferedReader out = process.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("port ")) {
        return new SearchServer(process, URI.create("http://127.0.0.1:" + line.substring(5)));
      }
    }
    throw new IOException(
        "the server did not start: " + Files.readString(folder.resolve("server.log")));
  }

  private static Path java() {
    String home = System.getProperty("java.home");
    if (Runtime.version().feature() < OLDEST_JDK) {
      home = System.getenv("REPRISE_NEWER_JDK");
      Assumptions.assumeTrue(
          home != null,
          "OpenSearch 3 needs a JDK 21 or newer: run the proofs on one, or set REPRISE_NEWER_JDK");
    }
    return Path.of(home, "bin", "java");
  }

  URI endpoint() {
    return endpoint;
  }

  /** Sends a request and returns the body of the response. */
  String call(String method, String path, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint.resolve(path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    return response.body();
  }

  /** Number of documents of an index. */
  long count(String index) throws IOException, InterruptedException {
    call("POST", "/" + index + "/_refresh", "");
    String count = call("GET", "/" + index + "/_count?filter_path=count", "");
    return Long.parseLong(count.replaceAll("\\D", ""));
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
