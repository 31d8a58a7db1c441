package dev.reprise.testbed.http.contract;

/** A client under test, with its retries. Several threads use it at the same time. */
public interface HttpTestClient extends AutoCloseable {

  /**
   * Sends a request with retries and reads the complete body of the response.
   *
   * @param request the request
   * @return the last response, with any status
   * @throws Exception the exception that users of the client receive
   */
  Response send(ClientRequest request) throws Exception;

  /** Closes the client and its connections. */
  @Override
  void close();

  /**
   * The response to a call.
   *
   * @param status the status, such as 200
   * @param body the body, decoded from UTF-8
   */
  record Response(int status, String body) {}
}
