package dev.reprise.testbed.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TcpProxyTest {
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
  void forwards_both_ways_and_counts_connections() throws Exception {
    try (LineClient first = new LineClient(proxy);
        LineClient second = new LineClient(proxy)) {
      assertThat(first.ask("a")).isEqualTo("ok a");
      assertThat(second.ask("b")).isEqualTo("ok b");
      assertThat(first.ask("c")).isEqualTo("ok c");
      assertThat(proxy.connectionsOpened()).isEqualTo(2);
      assertThat(proxy.connectionsOpen()).isEqualTo(2);
    }
    assertThat(proxy.awaitConnectionsOpen(0, PATIENCE)).isTrue();
    assertThat(proxy.connectionsCut()).isZero();
  }

  @Test
  void forwards_the_end_of_the_stream_of_the_client() throws Exception {
    try (LineClient client = new LineClient(proxy)) {
      client.send("last\n");
      client.finishSending();
      assertThat(client.read()).isEqualTo("ok last");
      assertThat(client.nextByte()).isEqualTo(-1);
    }
    assertThat(server.nextExecuted()).isEqualTo("last");
    assertThat(server.nextExecuted()).isEqualTo("end of stream");
  }

  @Test
  void connections_are_refused_until_the_proxy_accepts_again() throws Exception {
    try (LineClient old = new LineClient(proxy)) {
      int port = proxy.port();
      assertThat(old.ask("a")).isEqualTo("ok a");

      proxy.refuse();
      assertThatThrownBy(() -> new LineClient(proxy)).isInstanceOf(ConnectException.class);
      assertThat(old.ask("b")).isEqualTo("ok b");

      proxy.accept();
      assertThat(proxy.port()).isEqualTo(port);
      try (LineClient client = new LineClient(proxy)) {
        assertThat(client.ask("c")).isEqualTo("ok c");
      }
    }
  }

  @Test
  void a_new_connection_can_be_reset_on_arrival() throws Exception {
    proxy.resetNew();
    assertThatThrownBy(
            () -> {
              try (LineClient client = new LineClient(proxy)) {
                client.nextByte();
              }
            })
        .isInstanceOf(SocketException.class);
    proxy.accept();
    try (LineClient client = new LineClient(proxy)) {
      assertThat(client.ask("a")).isEqualTo("ok a");
    }
    assertThat(proxy.connectionsOpened()).isEqualTo(2);
    assertThat(proxy.connectionsCut()).isEqualTo(1);
    assertThat(server.nextExecuted()).isEqualTo("a");
  }

  @Test
  void cuts_every_connection_with_a_reset() throws Exception {
    try (LineClient first = new LineClient(proxy);
        LineClient second = new LineClient(proxy)) {
      first.ask("a");
      second.ask("b");
      assertThat(proxy.cutAll(Cut.RESET)).isEqualTo(2);
      assertThatThrownBy(first::nextByte).isInstanceOf(SocketException.class);
      assertThatThrownBy(second::nextByte).isInstanceOf(SocketException.class);
    }
    assertThat(proxy.connectionsOpen()).isZero();
    assertThat(proxy.connectionsCut()).isEqualTo(2);
  }

  @Test
  void cuts_every_connection_with_a_fin() throws Exception {
    try (LineClient client = new LineClient(proxy)) {
      client.ask("a");
      proxy.cutAll(Cut.FIN);
      assertThat(client.nextByte()).isEqualTo(-1);
    }
    assertThat(server.nextExecuted()).isEqualTo("a");
    assertThat(server.nextExecuted()).isEqualTo("end of stream");
  }

  @Test
  void cuts_one_connection_by_its_number() throws Exception {
    try (LineClient first = new LineClient(proxy)) {
      first.ask("a");
      try (LineClient second = new LineClient(proxy)) {
        second.ask("b");
        assertThat(proxy.cut(2, Cut.RESET)).isTrue();
        assertThat(proxy.cut(2, Cut.RESET)).isFalse();
        assertThatThrownBy(second::nextByte).isInstanceOf(SocketException.class);
        assertThat(first.ask("c")).isEqualTo("ok c");
      }
    }
  }

  @Test
  void new_connections_use_the_new_target() throws Exception {
    try (LineServer moved = new LineServer("moved ");
        LineClient old = new LineClient(proxy)) {
      old.ask("a");
      proxy.retarget("127.0.0.1", moved.port());
      try (LineClient client = new LineClient(proxy)) {
        assertThat(client.ask("b")).isEqualTo("moved b");
        assertThat(old.ask("c")).isEqualTo("ok c");
      }
    }
  }

  @Test
  void a_server_that_is_down_resets_the_client() throws Exception {
    server.close();
    try (LineClient client = new LineClient(proxy)) {
      assertThatThrownBy(client::nextByte).isInstanceOf(SocketException.class);
    }
    assertThat(proxy.connectionsCut()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void a_stalled_direction_holds_its_bytes_until_it_is_released(Direction direction)
      throws Exception {
    try (LineClient client = new LineClient(proxy)) {
      client.ask("a");
      server.nextExecuted();
      proxy.stall(direction);
      client.send("b\n");
      if (direction == Direction.TO_CLIENT) {
        assertThat(server.nextExecuted()).isEqualTo("b");
      } else {
        assertThat(server.executedCount()).isZero();
      }
      proxy.release();
      assertThat(client.read()).isEqualTo("ok b");
    }
  }

  @Test
  void a_cut_ends_a_stalled_connection() throws Exception {
    try (LineClient client = new LineClient(proxy)) {
      client.ask("a");
      proxy.stall();
      client.send("b\n");
      proxy.cutAll(Cut.RESET);
      assertThatThrownBy(client::nextByte).isInstanceOf(SocketException.class);
    }
    assertThat(proxy.connectionsOpen()).isZero();
  }
}
