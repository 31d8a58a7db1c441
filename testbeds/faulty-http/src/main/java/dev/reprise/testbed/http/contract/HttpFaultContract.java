package dev.reprise.testbed.http.contract;

import dev.reprise.Retry;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.protocol.Transport;
import org.junit.jupiter.api.Nested;

/**
 * The contract of an HTTP client with retries: its behaviour for each fault, with one nested class
 * for each area. A test of a client extends it once for each {@link Transport} of the client, and
 * {@link Http2FaultContract} for transports with HTTP/2:
 *
 * <pre>{@code
 * class MyHttp1ContractTest extends HttpFaultContract {
 *   @Override
 *   protected Transport transport() {
 *     return Transport.HTTP_1;
 *   }
 *
 *   @Override
 *   protected HttpTestClient client(Retry retry, boolean trusting) {
 *     return new MyClient(retry, trusting);
 *   }
 * }
 * }</pre>
 *
 * <p>The client retries by {@code HttpRetry.of(retry)} without changes, follows redirects, and
 * reads the body of a response within the attempt.
 */
public abstract class HttpFaultContract {

  /** Constructor for subclasses. */
  protected HttpFaultContract() {}

  /**
   * Returns the transport of the server.
   *
   * @return always the same transport
   */
  protected abstract Transport transport();

  /**
   * Creates a client.
   *
   * @param retry the retry, with the policy that the client must use
   * @param trusting whether the client trusts {@link FaultyHttpServer#clientTrust}; otherwise it
   *     uses the trust store of the JDK
   * @return a new client
   */
  protected abstract HttpTestClient client(Retry retry, boolean trusting);

  /**
   * Returns whether the client knows if a failed attempt had started to send its request.
   *
   * @return true by default
   */
  protected boolean knowsWhatWasSent() {
    return true;
  }

  /**
   * Returns whether closing the client closes its connections.
   *
   * @return true by default
   */
  protected boolean closesConnections() {
    return true;
  }

  /**
   * Returns whether the client can send a body without a copy of it, so that it is sent only once.
   *
   * @return true by default
   */
  protected boolean sendsBodiesOnce() {
    return true;
  }

  /**
   * Returns whether the client shows that it has followed a redirect.
   *
   * @return true by default
   */
  protected boolean showsRedirects() {
    return true;
  }

  /**
   * Returns whether the client waits for the final response after an interim one, such as 103.
   *
   * @return true by default
   */
  protected boolean skipsInterimResponses() {
    return true;
  }

  /**
   * Returns whether the client sends a header field whose value consists of blanks.
   *
   * @return true by default; false if it refuses the request
   */
  protected boolean sendsBlankFields() {
    return true;
  }

  /**
   * Returns whether the client reports the end of a body only after the connection can be used
   * again.
   *
   * @return true by default; false permits that an attempt at once opens a new connection
   */
  protected boolean freesConnectionsBeforeTheEnd() {
    return true;
  }

  final ClientUnderTest clientUnderTest() {
    return new ClientUnderTest(
        transport(),
        this::client,
        knowsWhatWasSent(),
        closesConnections(),
        sendsBodiesOnce(),
        showsRedirects(),
        skipsInterimResponses(),
        sendsBlankFields(),
        freesConnectionsBeforeTheEnd());
  }

  @Nested
  class Connections extends ConnectionScenarios {
    Connections() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Timeouts extends TimeoutScenarios {
    Timeouts() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Statuses extends StatusScenarios {
    Statuses() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Redirects extends RedirectScenarios {
    Redirects() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Hints extends HintScenarios {
    Hints() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Keys extends KeyScenarios {
    Keys() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Bodies extends BodyScenarios {
    Bodies() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Storms extends StormScenarios {
    Storms() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Reports extends ReportScenarios {
    Reports() {
      super(clientUnderTest());
    }
  }
}
