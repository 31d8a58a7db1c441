package dev.reprise.testbed.http.protocol;

/** The error codes of HTTP/2 (RFC 9113 section 7), in numerical order. */
public enum ErrorCode {
  /** 0: no error. */
  NO_ERROR(0),
  /** 1: the peer violated the protocol. */
  PROTOCOL_ERROR(1),
  /** 2: internal error of the sender. */
  INTERNAL_ERROR(2),
  /** 3: the peer violated flow control. */
  FLOW_CONTROL_ERROR(3),
  /** 4: SETTINGS was not acknowledged in time. */
  SETTINGS_TIMEOUT(4),
  /** 5: a frame arrived for a half-closed stream. */
  STREAM_CLOSED(5),
  /** 6: a frame had an invalid size. */
  FRAME_SIZE_ERROR(6),
  /** 7: the stream was refused before any processing. */
  REFUSED_STREAM(7),
  /** 8: the stream is no longer needed. */
  CANCEL(8),
  /** 9: the compression context cannot be maintained. */
  COMPRESSION_ERROR(9),
  /** 10: the connection of a CONNECT request was reset or closed. */
  CONNECT_ERROR(10),
  /** 11: the peer causes excessive load. */
  ENHANCE_YOUR_CALM(11),
  /** 12: the transport does not meet the security requirements. */
  INADEQUATE_SECURITY(12),
  /** 13: the peer must use HTTP/1.1. */
  HTTP_1_1_REQUIRED(13);

  private final int code;

  ErrorCode(int code) {
    this.code = code;
  }

  /**
   * Returns the number of the error code in a frame.
   *
   * @return 0 to 13
   */
  public int code() {
    return code;
  }
}
