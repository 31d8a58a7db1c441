package shop;

import dev.reprise.Retry;
import dev.reprise.function.Operation;
import java.io.IOException;

/** The prices of a service that may fail. */
public final class Prices {

  private final Retry retry;
  private final Operation<String, IOException> fetch;

  public Prices(Retry retry, Operation<String, IOException> fetch) {
    this.retry = retry;
    this.fetch = fetch;
  }

  public String current() throws IOException {
    return retry.call(fetch);
  }
}
