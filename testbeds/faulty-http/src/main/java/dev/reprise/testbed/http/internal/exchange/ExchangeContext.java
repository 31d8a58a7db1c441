package dev.reprise.testbed.http.internal.exchange;

/**
 * The parts of a server that its exchanges share.
 *
 * @param log records the requests
 * @param stalled holds the responses that wait for a release
 */
public record ExchangeContext(RequestRecorder log, StalledResponses stalled) {

  /** Creates an empty log and no stalled responses. */
  public ExchangeContext() {
    this(new RequestRecorder(), new StalledResponses());
  }
}
