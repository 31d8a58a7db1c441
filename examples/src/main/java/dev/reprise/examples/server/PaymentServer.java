package dev.reprise.examples.server;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.servlet.GuardedRequest;
import dev.reprise.servlet.IdempotencyFilter;
import dev.reprise.servlet.IdempotencyHandlerFilter;
import dev.reprise.servlet.IdempotentRequests;
import dev.reprise.servlet.RecordedResponse;
import dev.reprise.servlet.overload.OverloadFilter;
import dev.reprise.servlet.overload.OverloadHandlerFilter;
import dev.reprise.servlet.overload.OverloadLimit;
import dev.reprise.servlet.overload.ReservedSlots;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** A server that processes each payment once, even if requests are repeated. */
public final class PaymentServer {

  private PaymentServer() {}

  static IdempotentRequests requests(IdempotencyStore store) {
    return IdempotentRequests.of(store)
        .guard(guard -> guard.lease(Duration.ofSeconds(30)).waitAtMost(Duration.ofSeconds(5)))
        .requireKeyFor("POST")
        .excludedHeaders("X-Request-Id");
  }

  static void onServlet(ServletContext context, IdempotentRequests requests) {
    FilterRegistration.Dynamic filter =
        context.addFilter("idempotency", new IdempotencyFilter(requests));
    filter.setAsyncSupported(true);
    filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/payments/*");
  }

  static HttpContext onJdkServer(
      HttpServer server,
      IdempotentRequests requests,
      HttpHandler payments,
      Authenticator authenticator) {
    HttpHandler once = new IdempotencyHandlerFilter(requests).around(payments);
    HttpContext context = server.createContext("/payments", once);
    context.setAuthenticator(authenticator);
    return context;
  }

  static IdempotentRequests uploads(IdempotentRequests requests) {
    return requests.fingerprintWithoutBody(
        request -> {
          List<String> digest = request.header("Content-Digest");
          return digest.isEmpty() ? null : Fingerprint.ofParts(digest.toArray(String[]::new));
        });
  }

  /** A database whose transactions offer a view of the store. */
  interface Database {

    <T> T inTransaction(Function<Transaction, T> work);
  }

  /** Rows that are committed together. */
  interface Transaction {

    IdempotencyStore store();

    String book(String payment);
  }

  static void pay(HttpExchange exchange, Database database) throws IOException {
    String payment = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    GuardedRequest guarded =
        Objects.requireNonNull(IdempotencyHandlerFilter.guarded(exchange), "no key");
    RecordedResponse answer =
        database.inTransaction(
            transaction -> {
              String number = transaction.book(payment);
              RecordedResponse receipt = RecordedResponse.of(201).withBody("text/plain", number);
              guarded.recordIn(transaction.store(), receipt);
              return receipt;
            });
    IdempotencyHandlerFilter.send(exchange, answer);
  }

  static OverloadLimit limit() {
    ReservedSlots slots = ReservedSlots.perSecond(100).horizon(Duration.ofSeconds(30));
    return OverloadLimit.of(slots).withMillis();
  }

  static void limitServlets(ServletContext context, OverloadLimit limit) {
    context
        .addFilter("overload", new OverloadFilter(limit))
        .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
  }

  static void limitHandlers(HttpContext context, OverloadLimit limit) {
    context.getFilters().add(0, new OverloadHandlerFilter(limit));
  }
}
