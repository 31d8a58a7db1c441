package dev.reprise.jdkhttp;

import dev.reprise.http.HttpResponseInfo;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.List;

/** Status and header fields of a response of this client. */
record JdkResponseInfo(int status, HttpHeaders fields, Instant receivedAt, boolean isFollowUp)
    implements HttpResponseInfo {

  /** A response that is not known to be a follow-up. */
  JdkResponseInfo(int status, HttpHeaders fields, Instant receivedAt) {
    this(status, fields, receivedAt, false);
  }

  JdkResponseInfo asFollowUp() {
    return new JdkResponseInfo(status, fields, receivedAt, true);
  }

  @Override
  public List<String> header(String name) {
    return fields.allValues(name);
  }
}
