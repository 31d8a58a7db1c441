package dev.reprise.jdkhttp;

import dev.reprise.http.HttpFault;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;

/** The code of the snippets in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static HttpResponse<String> client(HttpRequest request) throws IOException, InterruptedException {
    HttpClient client = RetryingHttpClient.of(HttpClient.newHttpClient());
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    return response;
  }

  static @Nullable HttpFault faults(IOException failure) {
    HttpFault fault = JdkFaults.of(failure);
    return fault;
  }
}
