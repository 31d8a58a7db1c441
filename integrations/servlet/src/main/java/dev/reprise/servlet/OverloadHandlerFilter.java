package dev.reprise.servlet;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Objects;

/**
 * Applies an {@link OverloadLimit} on the JDK's own server. It stands first among a context's
 * filters, so that a refusal costs nothing. Immutable, safe for use by any thread.
 */
public final class OverloadHandlerFilter extends Filter {

  private final OverloadLimit limit;

  /**
   * A filter.
   *
   * @param limit how requests are refused; never null
   */
  public OverloadHandlerFilter(OverloadLimit limit) {
    super();
    this.limit = Objects.requireNonNull(limit, "limit");
  }

  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    RecordedResponse refusal = limit.refusal();
    if (refusal == null) {
      chain.doFilter(exchange);
    } else {
      IdempotencyHandlerFilter.send(exchange, refusal);
    }
  }

  @Override
  public String description() {
    return "Refuses what is above the capacity, with a slot to come back in";
  }
}
