package dev.reprise.servlet;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.servlet.overload.Admission;
import dev.reprise.servlet.overload.OverloadFilter;
import dev.reprise.servlet.overload.OverloadHandlerFilter;
import dev.reprise.servlet.overload.OverloadLimit;
import dev.reprise.servlet.overload.ReservedSlots;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;

/** The code of the snippets in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static void record(HttpExchange exchange, IdempotencyStore storeInTransaction)
      throws IOException {
    RecordedResponse response = RecordedResponse.of(201).withHeader("Location", "/payments/17");
    GuardedRequest guarded = IdempotencyHandlerFilter.guarded(exchange);
    if (guarded != null) {
      guarded.recordIn(storeInTransaction, response);
    }
    IdempotencyHandlerFilter.send(exchange, response);
  }

  static void filter(ServletContext servletContext, IdempotencyStore store) {
    FilterRegistration.Dynamic filter =
        servletContext.addFilter(
            "idempotency", new IdempotencyFilter(IdempotentRequests.of(store)));
    filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/payments/*");
  }

  static void handler(
      HttpServer server,
      IdempotentRequests requests,
      HttpHandler handler,
      Authenticator authenticator) {
    IdempotencyHandlerFilter filter = new IdempotencyHandlerFilter(requests);
    HttpContext context = server.createContext("/payments", filter.around(handler));
    context.setAuthenticator(authenticator);
  }

  static IdempotentRequests settings(IdempotencyStore store) {
    IdempotentRequests requests =
        IdempotentRequests.of(store)
            .guard(guard -> guard.lease(Duration.ofSeconds(30)))
            .requireKeyFor("POST")
            .maxRequestBytes(64 * 1024);
    return requests;
  }

  static RecordedResponse response() {
    RecordedResponse response =
        RecordedResponse.of(201)
            .withHeader("Location", "/payments/17")
            .withBody("application/json", "{\"id\":17}");
    return response;
  }

  static IdempotentRequests scope(IdempotentRequests requests) {
    IdempotentRequests tenants =
        requests.scope(request -> String.join(",", request.header("X-Tenant")));
    return tenants;
  }

  static void overload(ServletContext servletContext) {
    OverloadLimit limit = OverloadLimit.of(ReservedSlots.perSecond(100));
    servletContext
        .addFilter("overload", new OverloadFilter(limit))
        .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/orders/*");
  }

  static void overload(HttpContext context) {
    OverloadLimit limit = OverloadLimit.of(ReservedSlots.perSecond(100));
    context.getFilters().add(0, new OverloadHandlerFilter(limit));
  }

  static OverloadLimit limit() {
    OverloadLimit limit = OverloadLimit.of(ReservedSlots.perSecond(100)).withMillis();
    return limit;
  }

  static Admission admission() {
    Admission admission = ReservedSlots.perSecond(100).admit();
    return admission;
  }
}
