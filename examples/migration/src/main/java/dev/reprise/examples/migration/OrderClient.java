package dev.reprise.examples.migration;

import java.io.IOException;

/** Client of a remote service. */
public interface OrderClient {

  /**
   * Returns an order.
   *
   * @param id its number
   * @return its content; empty while the service still prepares it
   * @throws IOException if the service is not reached or fails
   */
  String find(String id) throws IOException;
}
