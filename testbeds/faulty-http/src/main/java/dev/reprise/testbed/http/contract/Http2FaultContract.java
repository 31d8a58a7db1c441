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

/**
 * The contract of a client that uses HTTP/2: the faults of {@link HttpFaultContract} and those of
 * HTTP/2 alone. A test extends it once for each transport with HTTP/2.
 */
public abstract class Http2FaultContract extends HttpFaultContract {

  /** Constructor for subclasses. */
  protected Http2FaultContract() {}

  /**
   * Returns whether the client reports that a stream is above the last-stream-id of a GOAWAY.
   *
   * @return true by default; false permits that the client knows it and sends the request again by
   *     itself
   */
  protected boolean provesGoAway() {
    return true;
  }

  /**
   * Returns whether the client distinguishes a refused stream from a stream that was refused after
   * a redirect.
   *
   * @return true by default
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
    void a_retry_uses_the_connection_of_a_refused_stream() throws Exception {
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
    void enhance_your_calm_counts_as_throttling() throws Exception {
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
    void a_goaway_below_the_stream_is_retried_for_a_post_if_the_client_reports_it()
        throws Exception {
      server.script("/a", Http2Faults.goAwayUnprocessed(ErrorCode.NO_ERROR), ok());

      if (provesGoAway()) {
        assertOk(post("/a"));
        assertExecuted(1);
      } else {
        failsOrRepeatsItself();
      }
    }

    /** Either fails without a retry, or the client has sent the request again by itself. */
    private void failsOrRepeatsItself() {
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
