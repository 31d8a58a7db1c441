package dev.reprise.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabServerTest {

  private LabServer server;

  @BeforeEach
  void start() throws IOException {
    server = LabServer.start(0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + path))
            .method(method, BodyPublishers.noBody())
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void serves_the_page_with_its_security_policy() throws Exception {
    HttpResponse<String> page = send("GET", "");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("<title>Reprise Lab");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'self' 'wasm-unsafe-eval'");
    assertThat(send("GET", "engine.wasm").headers().firstValue("Content-Type"))
        .hasValue("application/wasm");
    assertThat(server.requests()).isEqualTo(2);
  }

  @Test
  void listens_on_loopback_alone() {
    assertThat(URI.create(server.address()).getHost()).isEqualTo("127.0.0.1");
  }

  @Test
  void a_port_in_use_is_named() {
    int port = URI.create(server.address()).getPort();

    assertThatIOException()
        .isThrownBy(() -> LabServer.start(port))
        .withMessageContaining("--port " + port);
  }

  @Test
  void refuses_other_paths_and_methods() throws Exception {
    assertThat(send("GET", "none").statusCode()).isEqualTo(404);
    assertThat(send("POST", "").statusCode()).isEqualTo(405);
    HttpResponse<String> head = send("HEAD", "");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("Content-Length"))
        .hasValue("" + send("GET", "").body().getBytes(StandardCharsets.UTF_8).length);
  }

  @Test
  void a_client_that_stalls_delays_no_other() throws Exception {
    int port = URI.create(server.address()).getPort();
    try (Socket stalled = new Socket(InetAddress.getByName("127.0.0.1"), port);
        Socket silent = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
      stalled.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
      String post = "POST / HTTP/1.1\r\nHost: localhost:" + port + "\r\nContent-Length: 9\r\n\r\n";
      silent.getOutputStream().write(post.getBytes(StandardCharsets.US_ASCII));

      assertThat(send("GET", "").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_client_may_leave_out_the_port_of_http_alone() {
    assertThat(LabServer.hosts(80)).contains("127.0.0.1", "localhost", "localhost:80");
    assertThat(LabServer.hosts(8080)).containsExactly("127.0.0.1:8080", "localhost:8080");
  }

  @ParameterizedTest
  @CsvSource({
    "'GET / HTTP/1.1\r\n', 421",
    "'GET / HTTP/1.0\r\n', 421",
    "'GET / HTTP/1.1\r\nHost: LOCALHOST:{port}\r\n', 200",
    "'GET / HTTP/1.1\r\nHost: attacker.example\r\n', 421"
  })
  void a_request_must_name_a_loopback_host(String head, int status) throws Exception {
    int port = URI.create(server.address()).getPort();
    String request = head.replace("{port}", "" + port) + "Connection: close\r\n\r\n";

    assertThat(reply(port, request)).startsWith("HTTP/1.1 " + status);
  }

  private static String reply(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void refuses_a_request_that_names_another_host() throws Exception {
    String request = "GET / HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n";

    assertThat(reply(URI.create(server.address()).getPort(), request)).doesNotContain("<title>");
  }
}
