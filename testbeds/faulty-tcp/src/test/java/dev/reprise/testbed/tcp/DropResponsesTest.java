package dev.reprise.testbed.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DropResponsesTest {

  private static final int REQUESTS = 200;
  private LineServer server;

  @BeforeEach
  void start() throws IOException {
    server = new LineServer();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  @Test
  void drops_its_share_of_responses_and_every_request_is_executed() throws Exception {
    List<Boolean> lost = lostAnswers(0.2, 1);
    assertThat(lost.stream().filter(Boolean::booleanValue).count()).isBetween(20L, 60L);
    assertThat(server.executedCount()).isGreaterThanOrEqualTo(REQUESTS);
  }

  @Test
  void the_same_seed_drops_the_same_responses() throws Exception {
    assertThat(lostAnswers(0.2, 42)).isEqualTo(lostAnswers(0.2, 42));
    assertThat(lostAnswers(0.2, 42)).isNotEqualTo(lostAnswers(0.2, 43));
  }

  @Test
  void drops_nothing_at_zero_and_everything_at_one() throws Exception {
    assertThat(lostAnswers(0, 1)).containsOnly(false);
    assertThat(lostAnswers(1, 1)).containsOnly(true);
  }

  @Test
  void a_probability_outside_its_range_is_an_error() throws Exception {
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", server.port())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> proxy.dropResponses(1.5, 1, Cut.RESET))
          .withMessage("probability must be between 0 and 1, but was 1.5");
    }
  }

  private List<Boolean> lostAnswers(double probability, long seed) throws Exception {
    List<Boolean> lost = new ArrayList<>();
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", server.port()).start()) {
      proxy.dropResponses(probability, seed, Cut.FIN);
      LineClient client = new LineClient(proxy);
      for (int i = 0; i < REQUESTS; i++) {
        boolean gone = client.ask("line " + i).isEmpty();
        lost.add(gone);
        if (gone) {
          client.close();
          client = new LineClient(proxy);
        }
      }
      client.close();
      assertThat(proxy.connectionsCut())
          .isEqualTo((int) lost.stream().filter(Boolean::booleanValue).count());
    }
    return lost;
  }
}
