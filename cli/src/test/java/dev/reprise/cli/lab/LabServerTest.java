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
  }

  @Test
  void refuses_a_request_that_names_another_host() throws Exception {
    URI address = URI.create(server.address());
    try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), address.getPort())) {
      String request = "GET / HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String reply =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(reply).startsWith("HTTP/1.1 421").doesNotContain("<title>");
    }
  }
}
