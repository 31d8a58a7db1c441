package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code timeout} and service managers request the end of a process by several signals at once. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "ends processes by signals")
class RepeatedSignalTest {

  @TempDir private Path folder;

  /** Two different signals, because the system drops a second one that equals a waiting one. */
  @Test
  void signals_at_the_same_time_are_one_request_to_stop() throws Exception {
    Path input = Files.write(folder.resolve("items"), List.of("{\"id\":1}", "{\"id\":2}"));
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Program program =
          Program.reprise(
              "opensearch",
              "load",
              input.toString(),
              "--index=items",
              "--id=id",
              "--endpoint=http://127.0.0.1:" + silent.getLocalPort());
      try (Socket request = silent.accept()) {
        assertThat(request.getInputStream().read()).isNotNegative();

        program.signals("TERM", "HUP");
        Program.Ended ended = program.end();

        assertThat(ended.code()).isIn(143, 129);
        assertThat(ended.messages())
            .contains("stopped by SIG", "after the last line was read")
            .doesNotContain("before the work in progress ended");
        assertThat(ended.text()).contains("0 of 2 lines stored", "2 dead, written to");
        assertThat(folder.resolve("items.dead.ndjson")).exists();
      }
    }
  }
}
