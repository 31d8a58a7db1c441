package dev.reprise.okhttp;

import dev.reprise.http.HttpResponseInfo;
import java.time.Instant;
import java.util.List;
import okhttp3.Response;

/** Status and header fields of a response. */
record OkHttpResponseInfo(Response response, boolean isFollowUp) implements HttpResponseInfo {

  @Override
  public int status() {
    return response.code();
  }

  @Override
  public List<String> header(String name) {
    return response.headers(name);
  }

  /** OkHttp creates a 504 response for {@code FORCE_CACHE} if the cache has none. */
  @Override
  public boolean isLocal() {
    return response.networkResponse() == null && response.request().cacheControl().onlyIfCached();
  }

  @Override
  public Instant receivedAt() {
    return Instant.ofEpochMilli(response.receivedResponseAtMillis());
  }
}
