/**
 * An HTTP server over real sockets that fails as a script says, in HTTP/1.1 and HTTP/2, with TLS
 * and without. For demonstrations and tests only.
 */
module dev.reprise.testbed.http {
  requires io.netty.buffer;
  requires io.netty.codec.http;
  requires io.netty.codec.http2;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.pkitesting;
  requires io.netty.transport;
  requires static transitive dev.reprise;
  requires static transitive org.junit.jupiter.api;
  requires static org.jspecify;

  exports dev.reprise.testbed.http;
  exports dev.reprise.testbed.http.contract;

  // JUnit calls the tests of the contract, which are package-private.
  opens dev.reprise.testbed.http.contract;
}
