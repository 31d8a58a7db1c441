package dev.reprise.testbed.http;

/** The error codes of HTTP/2 (RFC 9113 section 7), in the order of their numbers. */
public enum ErrorCode {
  /** 0: no error. */
  NO_ERROR(0),
  /** 1: the peer broke the protocol. */
  PROTOCOL_ERROR(1),
  /** 2: the sender failed inside. */
  INTERNAL_ERROR(2),
  /** 3: the peer broke flow control. */
  FLOW_CONTROL_ERROR(3),
  /** 4: no response to SETTINGS in time. */
  SETTINGS_TIMEOUT(4),
  /** 5: a frame for a stream that is half closed. */
  STREAM_CLOSED(5),
  /** 6: a frame of a wrong size. */
  FRAME_SIZE_ERROR(6),
  /** 7: the stream was refused before any processing. */
  REFUSED_STREAM(7),
  /** 8: the stream is no longer needed. */
  CANCEL(8),
  /** 9: the compression context cannot be kept. */
  COMPRESSION_ERROR(9),
  /** 10: the connection of a CONNECT was lost. */
  CONNECT_ERROR(10),
  /** 11: the peer makes too much load. */
  ENHANCE_YOUR_CALM(11),
  /** 12: the transport is not safe enough. */
  INADEQUATE_SECURITY(12),
  /** 13: the peer should use HTTP/1.1. */
  HTTP_1_1_REQUIRED(13);

  private final int code;

  ErrorCode(int code) {
    this.code = code;
  }

  /**
   * The number on the wire.
   *
   * @return 0 to 13
   */
  public int code() {
    return code;
  }
}
