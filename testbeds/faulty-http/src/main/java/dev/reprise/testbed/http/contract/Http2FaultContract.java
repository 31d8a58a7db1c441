package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.testbed.http.Http2Faults;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.ErrorCode;
import dev.reprise.testbed.http.protocol.Protocol;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The faults that only HTTP/2 has, after those that it shares. */
public abstract class Http2FaultContract extends HttpFaultContract {

  /** For subclasses. */
  protected Http2FaultContract() {}

  /**
   * Whether the client tells a stream above the last-stream-id of a GOAWAY from others, to us or to
   * itself.
   *
   * @return true unless overridden; false allows both
   */
  protected boolean provesGoAway() {
    return true;
  }

  /**
   * Whether the client, which follows redirects, tells a request whose stream was refused from one
   * that was redirected and whose stream was refused then.
   *
   * @return true unless overridden
   */
  protected boolean provesRefusal() {
    return true;
  }

  @Nested
  class Multiplexing extends FaultScenarios {

    Multiplexing() {
      super(clientUnderTest());
    }

    @Test
    void speaks_http_2() throws Exception {
      server.script("/a", ok());

      get("/a");

      assertEquals(Protocol.HTTP_2, server.requestLog().executed().get(0).protocol());
    }

    @Test
    void calls_share_the_connection_that_one_of_them_gave_up() throws Exception {
      server.script("/a", Http2Faults.resetStreamOnArrival(ErrorCode.REFUSED_STREAM), ok());

      assertOk(get("/a"));

      assertEquals(
          1,
          server.requestLog().received().stream()
              .map(ReceivedRequest::connection)
              .distinct()
              .count());
    }
  }

  @Nested
  class Streams extends FaultScenarios {

    Streams() {
      super(clientUnderTest());
    }

    @TestFactory
    Stream<DynamicTest> a_refused_stream_is_retried_even_for_a_post() {
      return where(
          provesRefusal(),
          () -> {
            server.script("/a", Http2Faults.resetStreamOnArrival(ErrorCode.REFUSED_STREAM), ok());

            assertOk(post("/a"));
            assertExecuted(1);
            assertEquals(Effect.NONE, attempts.firstVerdict().effect());
          });
    }

    @Test
    void a_stream_reset_for_another_reason_is_retried_for_a_get_only() throws Exception {
      server.script("/get", Http2Faults.resetStream(ErrorCode.INTERNAL_ERROR), ok());
      server.script("/post", Http2Faults.resetStream(ErrorCode.INTERNAL_ERROR), ok());

      assertOk(get("/get"));
      assertThrows(Exception.class, () -> post("/post"));
      assertEquals(StopReason.EFFECT_UNKNOWN, attempts.stopReason());
      assertExecuted(3);
    }

    @Test
    void a_stream_reset_in_the_body_is_retried() throws Exception {
      server.script("/a", Http2Faults.resetStreamInBody("the wh", ErrorCode.CANCEL), ok());

      assertOk(get("/a"));
      assertExecuted(2);
    }

    @Test
    void a_server_that_asks_for_calm_throttles() throws Exception {
      server.script("/a", Http2Faults.resetStream(ErrorCode.ENHANCE_YOUR_CALM), ok());

      assertOk(get("/a"));
      assertEquals(FailureKind.THROTTLED, attempts.firstVerdict().kind());
    }
  }

  @Nested
  class GoAways extends FaultScenarios {

    GoAways() {
      super(clientUnderTest());
    }

    @Test
    void a_goaway_below_the_stream_is_retried_for_a_post_where_the_client_proves_it()
        throws Exception {
      server.script("/a", Http2Faults.goAwayUnprocessed(ErrorCode.NO_ERROR), ok());

      if (provesGoAway()) {
        assertOk(post("/a"));
        assertExecuted(1);
      } else {
        refusesOrRepeatsBelow();
      }
    }

    /**
     * A client that cannot prove it to us may still know it, and send the request again by itself.
     */
    private void refusesOrRepeatsBelow() {
      HttpTestClient.Response response;
      try {
        response = post("/a");
      } catch (Exception refused) {
        assertEquals(StopReason.EFFECT_UNKNOWN, attempts.stopReason());
        assertExecuted(0);
        return;
      }
      assertOk(response);
      assertExecuted(1);
    }

    @Test
    void a_goaway_below_the_stream_is_retried_for_a_get() throws Exception {
      server.script("/a", Http2Faults.goAwayUnprocessed(ErrorCode.NO_ERROR), ok());

      assertOk(get("/a"));
      assertExecuted(1);
    }

    @Test
    void a_goaway_that_includes_the_stream_is_not_retried_for_a_post() {
      server.script("/a", Http2Faults.goAwayProcessed(ErrorCode.NO_ERROR), ok());

      assertThrows(Exception.class, () -> post("/a"));
      assertEquals(StopReason.EFFECT_UNKNOWN, attempts.stopReason());
      assertExecuted(1);
    }

    @Test
    void a_goaway_that_includes_the_stream_is_retried_for_a_get() throws Exception {
      server.script("/a", Http2Faults.goAwayProcessed(ErrorCode.NO_ERROR), ok());

      assertOk(get("/a"));
      assertExecuted(2);
    }
  }
}
