package dev.reprise.testbed.http.protocol;

/** The HTTP versions of a server, with or without TLS. */
public enum Transport {
  /** HTTP/1.1 without TLS; requests to upgrade are ignored. */
  HTTP_1,

  /**
   * HTTP/1.1 without TLS, and HTTP/2 without TLS by prior knowledge or by the h2c upgrade of RFC
   * 7540 section 3.2, which the HTTP client of the JDK requests.
   */
  HTTP_1_OR_H2C,

  /** HTTP/1.1 over TLS. */
  TLS_HTTP_1,

  /** HTTP/2 or HTTP/1.1 over TLS; ALPN selects the version. */
  TLS_HTTP_1_OR_2;

  /**
   * Returns whether connections use TLS.
   *
   * @return true for {@link #TLS_HTTP_1} and {@link #TLS_HTTP_1_OR_2}
   */
  public boolean usesTls() {
    return this == TLS_HTTP_1 || this == TLS_HTTP_1_OR_2;
  }

  /**
   * Returns whether clients can use HTTP/2.
   *
   * @return true for {@link #HTTP_1_OR_H2C} and {@link #TLS_HTTP_1_OR_2}
   */
  public boolean supportsHttp2() {
    return this == HTTP_1_OR_H2C || this == TLS_HTTP_1_OR_2;
  }
}
