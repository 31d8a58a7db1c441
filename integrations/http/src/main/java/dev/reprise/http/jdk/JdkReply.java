package dev.reprise.http.jdk;

import dev.reprise.http.HttpReply;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.List;

/** What the rules see of an answer of this client. */
record JdkReply(int status, HttpHeaders fields, Instant receivedAt, boolean isFollowUp)
    implements HttpReply {

  /** An answer of which no more is known than its head. */
  JdkReply(int status, HttpHeaders fields, Instant receivedAt) {
    this(status, fields, receivedAt, false);
  }

  JdkReply asFollowUp() {
    return new JdkReply(status, fields, receivedAt, true);
  }

  @Override
  public List<String> header(String name) {
    return fields.allValues(name);
  }
}
