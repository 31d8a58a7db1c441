package dev.reprise.okhttp;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import okhttp3.OkHttpClient;

/** The code of the snippets in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static OkHttpClient client(Retry retry) {
    OkHttpClient client =
        new OkHttpClient.Builder().addInterceptor(RetryInterceptor.of(HttpRetry.of(retry))).build();
    return client;
  }
}
