package dev.reprise.testbed.http;

/** What a {@link FaultyHttpServer} speaks. */
public enum Transport {
  /** HTTP/1.1 in clear text; a wish to upgrade is ignored. */
  HTTP_1,

  /**
   * HTTP/1.1 in clear text, and HTTP/2 by prior knowledge or by the h2c upgrade of RFC 7540 section
   * 3.2, which the JDK's client asks for.
   */
  HTTP_1_OR_H2C,

  /** HTTP/1.1 over TLS. */
  TLS_HTTP_1,

  /** HTTP/2 or HTTP/1.1 over TLS, as ALPN agrees. */
  TLS_HTTP_1_OR_2;

  boolean tls() {
    return this == TLS_HTTP_1 || this == TLS_HTTP_1_OR_2;
  }

  boolean http2() {
    return this == HTTP_1_OR_H2C || this == TLS_HTTP_1_OR_2;
  }
}
