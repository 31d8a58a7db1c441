package dev.reprise.examples.http;

import dev.reprise.apachehttp.HttpClientRetry;
import dev.reprise.http.HttpRetry;
import dev.reprise.okhttp.RetryInterceptor;
import okhttp3.OkHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;

/** The same retries for OkHttp and Apache HttpClient. */
public final class OtherClients {

  private OtherClients() {}

  static OkHttpClient okHttp(HttpRetry http) {
    return new OkHttpClient.Builder().addInterceptor(RetryInterceptor.of(http)).build();
  }

  static OkHttpClient okHttpThatReadsBodies(HttpRetry http) {
    RetryInterceptor retries = RetryInterceptor.of(http).readingBodiesUpTo(1_000_000);
    return new OkHttpClient.Builder().addInterceptor(retries).build();
  }

  static CloseableHttpClient apache(HttpRetry http) {
    return HttpClientRetry.of(http).installOn(HttpClients.custom()).build();
  }
}
