package dev.reprise.verification.spring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.springframework.core.env.Environment;

/** Requests to an application that listens on the port in its environment. */
public final class Http {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private Http() {}

  public static HttpResponse<String> get(Environment application, String path, String... headers) {
    return send(request(application, path, headers));
  }

  public static HttpResponse<String> post(
      Environment application, String path, String body, String... headers) {
    return send(
        request(application, path, headers).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private static HttpRequest.Builder request(
      Environment application, String path, String... headers) {
    String port = application.getRequiredProperty("local.server.port");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    return headers.length == 0 ? request : request.headers(headers);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }
}
