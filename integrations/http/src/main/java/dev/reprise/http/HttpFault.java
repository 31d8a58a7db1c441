package dev.reprise.http;

/**
 * Why an exchange failed without a response, in terms that all clients share. Each client's
 * integration maps its own exceptions to these; {@link HttpRules} says what follows.
 */
public enum HttpFault {
  /** No connection was made: refused, unreachable, unknown host. */
  CONNECT,
  /** No connection was made in time. */
  CONNECT_TIMEOUT,
  /** The TLS handshake was cut short, before any request was sent. */
  HANDSHAKE,
  /** The TLS handshake failed for a reason that stays: a certificate, a protocol version. */
  CERTIFICATE,
  /** The connection was closed or reset after the request had begun to leave. */
  CONNECTION_LOST,
  /** No response, or not all of it, came in time. */
  TIMEOUT,
  /**
   * HTTP/2: the server reset the stream with REFUSED_STREAM, which says that it did not process the
   * request (RFC 9113, section 8.7).
   */
  REFUSED_STREAM,
  /**
   * HTTP/2: the server went away, and the client proves that this stream is above the last one that
   * was or may be processed (RFC 9113, section 6.8).
   */
  GOAWAY_NOT_PROCESSED,
  /** HTTP/2: the server closed the connection; it is unknown whether the request was processed. */
  GOAWAY,
  /** HTTP/2: the server reset the stream with ENHANCE_YOUR_CALM. */
  ENHANCE_YOUR_CALM,
  /** HTTP/2: the server reset the stream with another code. */
  STREAM_RESET,
  /** The response was not HTTP. */
  PROTOCOL,
  /** Not the exchange, but the client itself: it is shut down, or a handler in it threw. */
  CLIENT,
  /** Any other failure of input or output. */
  OTHER
}
