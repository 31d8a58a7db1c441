package dev.reprise.spark.example;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A standalone Spark cluster of local processes: a master and two workers with one core each. */
final class Cluster implements AutoCloseable {

  private final Path home;
  private final Path logs;
  private final String java;
  private final String master;
  private final List<Process> processes = new ArrayList<>();

  private Cluster(Path home, Path logs, String java, String master) {
    this.home = home;
    this.logs = logs;
    this.java = java;
    this.master = master;
  }

  /**
   * Starts a cluster of the Spark version whose jars are in the folder {@code jars} of {@code
   * home}.
   */
  static Cluster start(Path home, Path logs, String java) throws IOException {
    Files.write(home.resolve("RELEASE"), new byte[0]);
    int port = freePort();
    Cluster cluster = new Cluster(home, logs, java, "spark://127.0.0.1:" + port);
    cluster.launch(
        "master",
        "org.apache.spark.deploy.master.Master",
        List.of("--host", "127.0.0.1", "--port", "" + port, "--webui-port", "" + freePort()));
    awaitPort(port);
    for (int worker = 1; worker <= 2; worker++) {
      cluster.launch(
          "worker-" + worker,
          "org.apache.spark.deploy.worker.Worker",
          List.of(
              "--host",
              "127.0.0.1",
              "--webui-port",
              "" + freePort(),
              "--cores",
              "1",
              "--memory",
              "1g",
              "--work-dir",
              logs.resolve("worker-" + worker).toString(),
              cluster.master));
    }
    return cluster;
  }

  /** Submits a main class to a master. Its output goes to a log file. */
  Process submit(String name, String master, List<String> settings, List<String> program)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--master", master));
    for (String setting : settings) {
      arguments.addAll(List.of("--conf", setting));
    }
    for (String setting :
        List.of(
            "spark.driver.host=127.0.0.1",
            "spark.driver.bindAddress=127.0.0.1",
            "spark.ui.enabled=false",
            "spark.executor.memory=700m",
            "spark.cores.max=2")) {
      arguments.addAll(List.of("--conf", setting));
    }
    arguments.addAll(program);
    return launch(name, "org.apache.spark.deploy.SparkSubmit", arguments);
  }

  String master() {
    return master;
  }

  Path log(String name) {
    return logs.resolve(name + ".log");
  }

  private Process launch(String name, String main, List<String> arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                java,
                "-Xmx600m",
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-cp",
                home.resolve("jars") + File.separator + "*",
                main));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("JAVA_HOME", Path.of(java).getParent().getParent().toString());
    builder.redirectErrorStream(true);
    builder.redirectOutput(log(name).toFile());
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  /** Kills one executor with SIGKILL and returns it; empty if none runs. */
  Optional<ProcessHandle> killAnExecutor() {
    Optional<ProcessHandle> executor =
        processes.stream()
            .flatMap(process -> process.descendants())
            .filter(child -> commandOf(child).contains("CoarseGrainedExecutorBackend"))
            .findFirst();
    executor.ifPresent(ProcessHandle::destroyForcibly);
    return executor;
  }

  private static String commandOf(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }

  /** Connects until the master listens. */
  private static void awaitPort(int port) {
    long deadline = System.nanoTime() + Duration.ofMinutes(5).toNanos();
    while (!listens(port)) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the master does not listen on port " + port);
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    for (Process process : processes) {
      List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
      process.destroy();
      all.forEach(ProcessHandle::destroyForcibly);
    }
    for (Process process : processes) {
      process.onExit().join();
    }
  }
}
