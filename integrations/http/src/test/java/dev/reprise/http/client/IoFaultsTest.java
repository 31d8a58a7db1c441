package dev.reprise.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.HttpFault;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.UnknownServiceException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IoFaultsTest {

  /** A failure, and its meaning before and after a part of the request was sent. */
  record Row(IOException failure, @Nullable HttpFault before, @Nullable HttpFault after) {}

  static List<Row> rows() {
    return List.of(
        new Row(new ConnectException(), HttpFault.CONNECT, HttpFault.CONNECTION_LOST),
        new Row(new NoRouteToHostException(), HttpFault.CONNECT, HttpFault.CONNECTION_LOST),
        new Row(new UnknownHostException(), HttpFault.CONNECT, HttpFault.OTHER),
        new Row(new SocketException("reset"), HttpFault.CONNECT, HttpFault.CONNECTION_LOST),
        new Row(new EOFException(), HttpFault.CONNECT, HttpFault.CONNECTION_LOST),
        new Row(new ClosedChannelException(), HttpFault.CONNECT, HttpFault.CONNECTION_LOST),
        new Row(
            new IOException("end of stream", new EOFException()),
            HttpFault.CONNECT,
            HttpFault.CONNECTION_LOST),
        new Row(new SocketTimeoutException(), HttpFault.CONNECT_TIMEOUT, HttpFault.TIMEOUT),
        new Row(
            (IOException)
                new SSLHandshakeException("no trust").initCause(new CertificateException()),
            HttpFault.CERTIFICATE,
            HttpFault.OTHER),
        new Row(
            new SSLException("cut short", new SocketException()),
            HttpFault.HANDSHAKE,
            HttpFault.CONNECTION_LOST),
        new Row(new ProtocolException(), HttpFault.PROTOCOL, HttpFault.PROTOCOL),
        new Row(new UnknownServiceException(), HttpFault.PROTOCOL, HttpFault.OTHER),
        new Row(new InterruptedIOException(), null, null),
        new Row(new IOException("unknown"), HttpFault.CONNECT, HttpFault.OTHER),
        new Row(circular(), HttpFault.CONNECT, HttpFault.OTHER));
  }

  private static IOException circular() {
    IOException inner = new IOException("inner");
    IOException outer = new IOException("outer", inner);
    inner.initCause(outer);
    return outer;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void the_meaning_of_a_failure_depends_on_whether_a_part_was_sent(Row row) {
    assertThat(IoFaults.beforeRequest(row.failure())).isEqualTo(row.before());
    assertThat(IoFaults.afterRequest(row.failure())).isEqualTo(row.after());
  }
}
