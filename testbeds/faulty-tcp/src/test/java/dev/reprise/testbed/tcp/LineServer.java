package dev.reprise.testbed.tcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Responds to each line with "ok " and the line, and records the executed lines. */
final class LineServer implements AutoCloseable {
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final BlockingQueue<String> executed = new LinkedBlockingQueue<>();
  private final String answer;
  private final Thread accepting;

  LineServer() throws IOException {
    this("ok ");
  }

  LineServer(String answer) throws IOException {
    this.answer = answer;
    accepting = DaemonThreads.start("test-server", this::acceptAll);
  }

  int port() {
    return listener.getLocalPort();
  }

  String nextExecuted() throws InterruptedException {
    return String.valueOf(executed.poll(10, TimeUnit.SECONDS));
  }

  int executedCount() {
    return executed.size();
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket socket = listener.accept();
        DaemonThreads.start("test-server-connection", () -> serve(socket));
      }
    } catch (IOException e) {
      // Closed by the test.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String line = lines.readLine();
      while (line != null) {
        executed.add(line);
        String reply = answer + line + "\n";
        socket.getOutputStream().write(reply.getBytes(StandardCharsets.UTF_8));
        line = lines.readLine();
      }
      executed.add("end of stream");
    } catch (IOException e) {
      executed.add("failed");
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    DaemonThreads.awaitEnd(accepting);
  }
}
