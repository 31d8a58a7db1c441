package dev.reprise.testbed.tcp;

/** The direction of bytes through a {@link TcpProxy}. */
public enum Direction {
  /** From the client to the server: requests. */
  TO_SERVER,

  /** From the server to the client: responses. */
  TO_CLIENT
}
