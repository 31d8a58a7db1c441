package dev.reprise.http;

/**
 * Cause of an exchange that failed without a response, in terms that all clients share. The
 * integration of each client maps the client's exceptions to these causes, and {@link HttpRules}
 * maps the causes to verdicts:
 *
 * <pre>{@code
 * HttpRules rules = HttpRules.standard().onFault(HttpFault.PROTOCOL, Verdict.retry());
 * }</pre>
 */
public enum HttpFault {
  /** No connection was established: refused, unreachable, unknown host. */
  CONNECT,
  /** No connection was established in time. */
  CONNECT_TIMEOUT,
  /** The connection was closed during the TLS handshake, before any request was sent. */
  HANDSHAKE,
  /** The TLS handshake failed permanently, such as by a certificate or a protocol version. */
  CERTIFICATE,
  /** The connection was closed or reset after the client had started to send the request. */
  CONNECTION_LOST,
  /** The response, or a part of it, did not arrive in time. */
  TIMEOUT,
  /**
   * HTTP/2: the server reset the stream with REFUSED_STREAM: it did not process the request (RFC
   * 9113, section 8.7).
   */
  REFUSED_STREAM,
  /**
   * HTTP/2: the server sent GOAWAY, and the client proves that this stream is above the last stream
   * that the server may have processed (RFC 9113, section 6.8).
   */
  GOAWAY_NOT_PROCESSED,
  /** HTTP/2: the server sent GOAWAY; it is unknown whether it processed the request. */
  GOAWAY,
  /** HTTP/2: the server reset the stream with ENHANCE_YOUR_CALM. */
  ENHANCE_YOUR_CALM,
  /** HTTP/2: the server reset the stream with another code. */
  STREAM_RESET,
  /** The response was not HTTP. */
  PROTOCOL,
  /** The client failed, not the exchange: it is shut down, or one of its handlers threw. */
  CLIENT,
  /** Any other failure of input or output. */
  OTHER
}
