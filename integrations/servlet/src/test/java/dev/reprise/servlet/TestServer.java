package dev.reprise.servlet;

import java.net.URI;

/** A server on the loopback, stopped by closing it. */
interface TestServer extends AutoCloseable {

  /** Returns its address, which ends with a slash. */
  URI address();

  @Override
  void close() throws Exception;
}
