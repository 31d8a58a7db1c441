package dev.reprise.testbed.http.protocol;

/** The HTTP version of a request. */
public enum Protocol {
  /** HTTP/1.0 or HTTP/1.1. */
  HTTP_1,

  /** HTTP/2. */
  HTTP_2
}
