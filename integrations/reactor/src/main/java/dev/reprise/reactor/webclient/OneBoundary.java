package dev.reprise.reactor.webclient;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.multipart.MultipartHttpMessageWriter;
import org.springframework.http.codec.multipart.PartHttpMessageWriter;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.MimeTypeUtils;
import org.springframework.web.reactive.function.BodyInserter;

/**
 * The boundary of the multipart bodies of one request. Spring's writers generate a new one each
 * time they write a body; its bytes would then differ between two attempts.
 */
final class OneBoundary {

  private final byte[] boundary = MimeTypeUtils.generateMultipartBoundary();

  /** Returns a context with writers that use this boundary. Writers of other classes stay. */
  BodyInserter.Context in(BodyInserter.Context context) {
    return new BodyInserter.Context() {
      @Override
      public List<HttpMessageWriter<?>> messageWriters() {
        return context.messageWriters().stream()
            .<HttpMessageWriter<?>>map(OneBoundary.this::fixed)
            .toList();
      }

      @Override
      public Optional<ServerHttpRequest> serverRequest() {
        return context.serverRequest();
      }

      @Override
      public Map<String, Object> hints() {
        return context.hints();
      }
    };
  }

  private HttpMessageWriter<?> fixed(HttpMessageWriter<?> writer) {
    if (writer.getClass() == MultipartHttpMessageWriter.class) {
      return ofForms((MultipartHttpMessageWriter) writer);
    }
    return writer.getClass() == PartHttpMessageWriter.class
        ? ofParts((PartHttpMessageWriter) writer)
        : writer;
  }

  private HttpMessageWriter<?> ofForms(MultipartHttpMessageWriter given) {
    MultipartHttpMessageWriter writer =
        new MultipartHttpMessageWriter(given.getPartWriters(), given.getFormWriter()) {
          @Override
          protected byte[] generateMultipartBoundary() {
            return boundary.clone();
          }
        };
    writer.setCharset(given.getCharset());
    writer.setEnableLoggingRequestDetails(given.isEnableLoggingRequestDetails());
    return writer;
  }

  private HttpMessageWriter<?> ofParts(PartHttpMessageWriter given) {
    PartHttpMessageWriter writer =
        new PartHttpMessageWriter() {
          @Override
          protected byte[] generateMultipartBoundary() {
            return boundary.clone();
          }
        };
    writer.setCharset(given.getCharset());
    writer.setEnableLoggingRequestDetails(given.isEnableLoggingRequestDetails());
    return writer;
  }
}
