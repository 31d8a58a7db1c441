package dev.reprise.examples.payments;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts servers in separate processes, and kills them. */
final class PaymentServers implements AutoCloseable {

  private final List<String> arguments;
  private Process running;

  PaymentServers(List<String> arguments) {
    this.arguments = arguments;
  }

  /** Starts a server and returns its port. */
  int start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m"));
    command.add("-Dsun.net.httpserver.nodelay=true");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(PaymentServer.class.getName());
    command.addAll(arguments);
    running = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader output = running.inputReader();
    String port = output.readLine();
    if (port == null) {
      throw new IOException("the server has ended with " + running.onExit().join().exitValue());
    }
    return Integer.parseInt(port);
  }

  /** Kills a server with SIGKILL. */
  void kill() {
    running.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    if (running != null) {
      running.destroyForcibly();
    }
  }
}
