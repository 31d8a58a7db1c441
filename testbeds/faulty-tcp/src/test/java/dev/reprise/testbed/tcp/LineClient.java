package dev.reprise.testbed.tcp;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client of {@link LineServer} that controls each byte. */
final class LineClient implements AutoCloseable {
  private final Socket socket;

  LineClient(TcpProxy proxy) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(20_000);
  }

  String ask(String line) throws IOException {
    send(line + "\n");
    return read();
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the next line, or the bytes before the end of the stream. */
  String read() throws IOException {
    StringBuilder line = new StringBuilder();
    InputStream in = socket.getInputStream();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      line.append((char) b);
    }
    return line.toString();
  }

  int nextByte() throws IOException {
    return socket.getInputStream().read();
  }

  void finishSending() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
