package dev.reprise.spring.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.AbstractClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;

/** A request whose response is known: nothing is sent. */
final class PreparedExchange extends AbstractClientHttpRequest {

  private final URI uri;
  private final HttpMethod method;
  private final ClientHttpResponse response;

  PreparedExchange(URI uri, HttpMethod method, HttpHeaders headers, byte[] body) {
    this.uri = uri;
    this.method = method;
    response = new Response(headers, body);
  }

  @Override
  public URI getURI() {
    return uri;
  }

  @Override
  public HttpMethod getMethod() {
    return method;
  }

  @Override
  protected OutputStream getBodyInternal(HttpHeaders headers) {
    return OutputStream.nullOutputStream();
  }

  @Override
  protected ClientHttpResponse executeInternal(HttpHeaders headers) {
    return response;
  }

  private static final class Response implements ClientHttpResponse {

    private final HttpHeaders headers;
    private final byte[] body;

    Response(HttpHeaders headers, byte[] body) {
      this.headers = headers;
      this.body = body;
    }

    @Override
    public HttpStatusCode getStatusCode() {
      return HttpStatus.OK;
    }

    @Override
    public String getStatusText() {
      return HttpStatus.OK.getReasonPhrase();
    }

    @Override
    public HttpHeaders getHeaders() {
      return headers;
    }

    @Override
    public InputStream getBody() {
      return new ByteArrayInputStream(body);
    }

    @Override
    public void close() {}
  }
}
