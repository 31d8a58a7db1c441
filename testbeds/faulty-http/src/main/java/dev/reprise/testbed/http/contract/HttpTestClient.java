package dev.reprise.testbed.http.contract;

/** A client under test, with its retries installed. Used by several threads at once. */
public interface HttpTestClient extends AutoCloseable {

  /**
   * Makes a call and reads the body of its answer whole.
   *
   * @param ask what to send
   * @return the answer that the call ended with, whatever its status
   * @throws Exception what the call threw, as the client's users see it
   */
  Answer send(Ask ask) throws Exception;

  /** Ends the client and its connections. */
  @Override
  void close();

  /**
   * What came back.
   *
   * @param status such as 200
   * @param body as text in UTF-8
   */
  record Answer(int status, String body) {}
}
