package dev.reprise.apachehttp;

import dev.reprise.http.HttpResponseInfo;
import java.time.Instant;
import java.util.List;
import org.apache.hc.core5.http.HttpResponse;

/** Status and header fields of a response. */
record ApacheResponseInfo(HttpResponse response, Instant receivedAt, boolean isLocal)
    implements HttpResponseInfo {

  @Override
  public int status() {
    return response.getCode();
  }

  @Override
  public List<String> header(String name) {
    return RequestReader.values(response, name);
  }
}
