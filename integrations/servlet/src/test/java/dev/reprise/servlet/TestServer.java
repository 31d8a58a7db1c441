package dev.reprise.servlet;

import java.net.URI;

/** A server on the loopback, stopped by closing it. */
interface TestServer extends AutoCloseable {

  /** Its address, with a slash at the end. */
  URI address();

  @Override
  void close() throws Exception;
}
