package dev.reprise.testbed.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultTriggerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private LineServer server;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    server = new LineServer();
    proxy = TcpProxy.to("127.0.0.1", server.port()).start();
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    server.close();
  }

  @Test
  void a_request_is_not_executed_after_a_cut_before_it() throws Exception {
    FaultTrigger trigger =
        proxy.arm(FaultTrigger.cutBefore(Direction.TO_SERVER, "COMMIT\n", Cut.FIN));
    try (LineClient client = new LineClient(proxy)) {
      client.ask("insert");
      client.send("COMMIT\n");
      assertThat(client.nextByte()).isEqualTo(-1);
    }
    assertThat(server.nextExecuted()).isEqualTo("insert");
    assertThat(server.nextExecuted()).isEqualTo("end of stream");
    assertThat(trigger.fired()).isEqualTo(1);
  }

  @Test
  void a_cut_before_the_sequence_forwards_earlier_bytes() throws Exception {
    proxy.arm(FaultTrigger.cutBefore(Direction.TO_SERVER, "COMMIT", Cut.FIN));
    try (LineClient client = new LineClient(proxy)) {
      client.send("insert\nCOMMIT\n");
      client.read();
    }
    assertThat(server.nextExecuted()).isEqualTo("insert");
  }

  @Test
  void a_cut_after_the_request_discards_the_response_of_an_executed_request() throws Exception {
    FaultTrigger trigger =
        proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "COMMIT", Cut.RESET));
    try (LineClient client = new LineClient(proxy)) {
      client.ask("insert");
      client.send("COMMIT\n");
      assertThatThrownBy(client::nextByte).isInstanceOf(SocketException.class);
    }
    assertThat(server.nextExecuted()).isEqualTo("insert");
    assertThat(server.nextExecuted()).isEqualTo("COMMIT");
    assertThat(trigger.awaitFired(PATIENCE)).isTrue();
    assertThat(proxy.connectionsCut()).isEqualTo(1);
  }

  @Test
  void a_sequence_split_over_reads_is_found() throws Exception {
    proxy.arm(FaultTrigger.cutBefore(Direction.TO_SERVER, "COMMIT", Cut.FIN));
    try (LineClient client = new LineClient(proxy)) {
      client.ask("x");
      client.send("CO");
      awaitForwarded(client);
      client.send("MM");
      client.send("IT\n");
      assertThat(client.nextByte()).isEqualTo(-1);
    }
    assertThat(server.nextExecuted()).isEqualTo("x");
    assertThat(server.nextExecuted()).isNotEqualTo("COMMIT");
  }

  @Test
  void a_response_can_be_cut_before_the_client_reads_it() throws Exception {
    proxy.arm(FaultTrigger.cutBefore(Direction.TO_CLIENT, "ok COMMIT", Cut.RESET));
    try (LineClient client = new LineClient(proxy)) {
      client.ask("insert");
      client.send("COMMIT\n");
      assertThatThrownBy(client::nextByte).isInstanceOf(SocketException.class);
    }
    assertThat(server.nextExecuted()).isEqualTo("insert");
    assertThat(server.nextExecuted()).isEqualTo("COMMIT");
  }

  @Test
  void a_response_can_be_cut_after_the_client_received_it() throws Exception {
    proxy.arm(FaultTrigger.cutAfter(Direction.TO_CLIENT, "ok COMMIT", Cut.FIN));
    try (LineClient client = new LineClient(proxy)) {
      assertThat(client.ask("COMMIT")).isEqualTo("ok COMMIT");
      assertThat(client.nextByte()).isEqualTo(-1);
    }
  }

  @Test
  void fires_the_given_number_of_times_over_all_connections() throws Exception {
    FaultTrigger trigger =
        proxy.arm(FaultTrigger.cutBefore(Direction.TO_SERVER, "COMMIT", Cut.FIN).times(2));
    for (int i = 0; i < 2; i++) {
      try (LineClient client = new LineClient(proxy)) {
        client.send("COMMIT\n");
        assertThat(client.nextByte()).isEqualTo(-1);
      }
    }
    try (LineClient client = new LineClient(proxy)) {
      assertThat(client.ask("COMMIT")).isEqualTo("ok COMMIT");
    }
    assertThat(trigger.fired()).isEqualTo(2);
  }

  @Test
  void a_stall_holds_only_the_connection_with_the_sequence() throws Exception {
    FaultTrigger trigger = proxy.arm(FaultTrigger.stallAt(Direction.TO_SERVER, "COMMIT"));
    try (LineClient held = new LineClient(proxy);
        LineClient other = new LineClient(proxy)) {
      held.send("COMMIT\n");
      assertThat(trigger.awaitFired(PATIENCE)).isTrue();
      assertThat(other.ask("free")).isEqualTo("ok free");
      assertThat(server.nextExecuted()).isEqualTo("free");
      assertThat(server.executedCount()).isZero();
      proxy.release();
      assertThat(held.read()).isEqualTo("ok COMMIT");
    }
  }

  @Test
  void a_disarmed_trigger_does_nothing() throws Exception {
    FaultTrigger trigger =
        proxy.arm(FaultTrigger.cutBefore(Direction.TO_SERVER, "COMMIT", Cut.FIN));
    proxy.disarm();
    try (LineClient client = new LineClient(proxy)) {
      assertThat(client.ask("COMMIT")).isEqualTo("ok COMMIT");
    }
    assertThat(trigger.fired()).isZero();
  }

  @Test
  void an_empty_sequence_and_a_count_below_one_are_errors() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FaultTrigger.stallAt(Direction.TO_SERVER, ""))
        .withMessage("sequence must have at least 1 byte, but was empty");
    FaultTrigger trigger = FaultTrigger.stallAt(Direction.TO_SERVER, "a").at(new byte[] {0});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trigger.times(0))
        .withMessage("times must be at least 1, but was 0");
  }

  /** Waits for an exchange on another connection, in which time the proxy has read once. */
  private void awaitForwarded(LineClient ignored) throws IOException {
    try (LineClient other = new LineClient(proxy)) {
      other.ask("other");
    }
  }
}
