package dev.reprise.testbed.http.contract;

/** A client under test, with its retries installed. Used by several threads at once. */
public interface HttpTestClient extends AutoCloseable {

  /**
   * Makes a call and reads the body of its response whole.
   *
   * @param request what to send
   * @return the response that the call ended with, whatever its status
   * @throws Exception what the call threw, as the client's users see it
   */
  Response send(ClientRequest request) throws Exception;

  /** Ends the client and its connections. */
  @Override
  void close();

  /**
   * The response of a call.
   *
   * @param status such as 200
   * @param body as text in UTF-8
   */
  record Response(int status, String body) {}
}
