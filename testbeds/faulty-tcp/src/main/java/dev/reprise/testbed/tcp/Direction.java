package dev.reprise.testbed.tcp;

/** Which way bytes travel through a {@link TcpProxy}. */
public enum Direction {
  /** From the client to the server: requests. */
  TO_SERVER,

  /** From the server to the client: answers. */
  TO_CLIENT
}
