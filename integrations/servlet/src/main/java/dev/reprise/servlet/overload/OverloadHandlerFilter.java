package dev.reprise.servlet.overload;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import dev.reprise.servlet.internal.jdk.JdkResponses;
import dev.reprise.servlet.internal.response.ResponseContent;
import java.io.IOException;
import java.util.Objects;

/**
 * Applies an {@link OverloadLimit} on the JDK's own server. Add it as the first filter of a
 * context, so that a refusal costs little. After a refusal it reads and drops at most 2 MiB of the
 * body, since a client that is still sending may otherwise see a closed connection in place of the
 * response.
 *
 * <pre>{@code
 * OverloadLimit limit = OverloadLimit.of(ReservedSlots.perSecond(100));
 * context.getFilters().add(0, new OverloadHandlerFilter(limit));
 * }</pre>
 *
 * <p>Immutable, and safe for use by any thread.
 */
public final class OverloadHandlerFilter extends Filter {

  private final OverloadLimit limit;

  /**
   * A filter.
   *
   * @param limit the settings; never null
   */
  public OverloadHandlerFilter(OverloadLimit limit) {
    super();
    this.limit = Objects.requireNonNull(limit, "limit");
  }

  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    ResponseContent refusal = limit.refusal();
    if (refusal == null) {
      chain.doFilter(exchange);
    } else {
      JdkResponses.sendBeforeBodyIsRead(exchange, refusal);
    }
  }

  @Override
  public String description() {
    return "Refuses requests above the capacity, and reserves slots for their retries";
  }
}
