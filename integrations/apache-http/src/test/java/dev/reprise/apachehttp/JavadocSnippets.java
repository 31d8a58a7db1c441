package dev.reprise.apachehttp;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;

/** The code of the snippets in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static CloseableHttpClient client(Retry retry) {
    CloseableHttpClient client =
        HttpClientRetry.of(HttpRetry.of(retry)).installOn(HttpClients.custom()).build();
    return client;
  }
}
