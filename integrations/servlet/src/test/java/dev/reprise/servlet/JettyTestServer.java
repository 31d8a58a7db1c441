package dev.reprise.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.EnumSet;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/** Jetty; the field X-User has the name of the user. */
record JettyTestServer(Server server) implements TestServer {

  static JettyTestServer start(HttpServlet servlet, Filter... filters) throws Exception {
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    ServletContextHandler context = new ServletContextHandler("/");
    addFilter(context, new FieldAuthentication());
    for (Filter filter : filters) {
      addFilter(context, filter);
    }
    ServletHolder holder = new ServletHolder(servlet);
    holder.setAsyncSupported(true);
    context.addServlet(holder, "/*");
    server.setHandler(context);
    server.start();
    return new JettyTestServer(server);
  }

  private static void addFilter(ServletContextHandler context, Filter filter) {
    FilterHolder holder = new FilterHolder(filter);
    holder.setAsyncSupported(true);
    context.addFilter(holder, "/*", EnumSet.allOf(DispatcherType.class));
  }

  static HttpServlet calling(TestCall.Handler handler) {
    return new CallingServlet(handler);
  }

  @Override
  public URI address() {
    return URI.create("http://localhost:" + server.getURI().getPort() + "/");
  }

  @Override
  public void close() throws Exception {
    server.stop();
  }

  /** Takes a field's word for it. */
  @SuppressWarnings("serial")
  private static final class FieldAuthentication extends HttpFilter {

    @Override
    protected void doFilter(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      String user = request.getHeader("X-User");
      response.setHeader("X-Outer", "set before");
      chain.doFilter(
          new HttpServletRequestWrapper(request) {
            @Override
            public @Nullable Principal getUserPrincipal() {
              return user == null || user.isEmpty() ? null : () -> user;
            }
          },
          response);
    }
  }

  /** Passes requests to the handler under test. */
  @SuppressWarnings("serial")
  private static final class CallingServlet extends HttpServlet {

    private final TestCall.Handler handler;

    private CallingServlet(TestCall.Handler handler) {
      super();
      this.handler = handler;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException {
      try {
        handler.handle(new Call(request, response));
      } catch (IOException | RuntimeException failure) {
        throw failure;
      } catch (Exception other) {
        throw new ServletException(other);
      }
    }
  }

  /** A request, as the handler under test uses it. */
  private record Call(HttpServletRequest request, HttpServletResponse response)
      implements TestCall {

    @Override
    public String body() throws IOException {
      return new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void useUpBody() throws IOException {
      request.getReader().readLine();
    }

    @Override
    public @Nullable GuardedRequest guarded() {
      return IdempotencyFilter.guarded(request);
    }

    @Override
    public void addHeader(String name, String value) {
      response.addHeader(name, value);
    }

    @Override
    public void respond(int status, byte[] body) throws IOException {
      response.setStatus(status);
      response.getOutputStream().write(body);
      response.flushBuffer();
    }

    @Override
    public void send(RecordedResponse answer) throws IOException {
      IdempotencyFilter.send(response, answer);
    }
  }
}
