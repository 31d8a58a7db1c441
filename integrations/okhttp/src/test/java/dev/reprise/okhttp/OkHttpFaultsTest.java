package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.HttpFault;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.UnknownServiceException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OkHttpFaultsTest {

  static Stream<Arguments> rows() {
    return Stream.of(
        row(new ConnectException("refused"), 0, HttpFault.CONNECT),
        row(new ConnectException("refused"), 1, HttpFault.CONNECTION_LOST),
        row(new UnknownHostException("nowhere"), 0, HttpFault.CONNECT),
        row(new SocketException("reset"), 0, HttpFault.CONNECT),
        row(new SocketTimeoutException("Read timed out"), 0, HttpFault.CONNECT_TIMEOUT),
        row(new SocketTimeoutException("timeout"), 1, HttpFault.TIMEOUT),
        row(new SSLPeerUnverifiedException("pin"), 0, HttpFault.CERTIFICATE),
        row(new SSLHandshakeException("no path"), 0, HttpFault.CERTIFICATE),
        row(causedBy(new SSLHandshakeException("cut"), new EOFException()), 0, HttpFault.HANDSHAKE),
        row(new UnknownServiceException("CLEARTEXT not permitted"), 0, HttpFault.PROTOCOL),
        row(new ProtocolException("Unexpected status line: x"), 1, HttpFault.PROTOCOL),
        row(new ProtocolException("unexpected end of stream"), 1, HttpFault.CONNECTION_LOST),
        row(
            causedBy(new IOException("unexpected end of stream on x"), new EOFException()),
            1,
            HttpFault.CONNECTION_LOST),
        row(new IOException("whatever"), 1, HttpFault.OTHER),
        row(new FileNotFoundException("the body's file"), 1, null),
        row(new InterruptedIOException("interrupted"), 1, null),
        row(new InterruptedIOException("interrupted"), 0, null));
  }

  private static IOException causedBy(IOException failure, Throwable cause) {
    failure.initCause(cause);
    return failure;
  }

  private static Arguments row(IOException failure, int exchanges, @Nullable HttpFault fault) {
    return Arguments.of(failure, exchanges, fault);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void a_failure_is_classified_by_its_class_and_by_the_sent_bytes(
      IOException failure, int exchanges, @Nullable HttpFault fault) {
    assertThat(OkHttpFaults.of(failure, exchanges)).isEqualTo(fault);
  }
}
