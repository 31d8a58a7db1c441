package dev.reprise.spring.actuator;

import dev.reprise.classify.Outcome;
import dev.reprise.http.HttpResponseInfo;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.ClassUtils;
import org.springframework.web.ErrorResponse;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** The HTTP status in the outcome of an attempt. */
final class HttpStatus {

  private static final int DEPTH = 8;
  private static final boolean SPRING_WEB =
      ClassUtils.isPresent(
          "org.springframework.web.client.RestClientResponseException",
          HttpStatus.class.getClassLoader());
  private static final boolean WEB_CLIENT =
      ClassUtils.isPresent(
          "org.springframework.web.reactive.function.client.WebClientResponseException",
          HttpStatus.class.getClassLoader());

  private HttpStatus() {}

  /** The status of a response, or of a failure or one of its causes; null if there is none. */
  static @Nullable Integer of(Outcome<?> outcome) {
    return SPRING_WEB ? SpringWeb.of(outcome) : null;
  }

  /** Loaded only if the application has {@code spring-web}. */
  private static final class SpringWeb {

    private SpringWeb() {}

    static @Nullable Integer of(Outcome<?> outcome) {
      Throwable cause = outcome.failureOrNull();
      if (cause == null) {
        return ofResult(outcome.valueOrNull());
      }
      for (int depth = 0; cause != null && depth < DEPTH; depth++) {
        Integer status = ofFailure(cause);
        if (status != null) {
          return status;
        }
        cause = cause.getCause();
      }
      return null;
    }

    private static @Nullable Integer ofFailure(Throwable failure) {
      if (failure instanceof RestClientResponseException response) {
        return response.getStatusCode().value();
      }
      if (failure instanceof ErrorResponse response) {
        return response.getStatusCode().value();
      }
      return WEB_CLIENT ? WebClients.ofFailure(failure) : null;
    }

    private static @Nullable Integer ofResult(@Nullable Object result) {
      if (result instanceof ResponseEntity<?> response) {
        return response.getStatusCode().value();
      }
      if (result instanceof HttpResponseInfo response) {
        return response.status();
      }
      try {
        return result instanceof ClientHttpResponse response
            ? response.getStatusCode().value()
            : null;
      } catch (IOException unreadable) {
        return null;
      }
    }
  }

  /** Loaded only if the application has {@code spring-webflux}. */
  private static final class WebClients {

    private WebClients() {}

    static @Nullable Integer ofFailure(Throwable failure) {
      return failure instanceof WebClientResponseException response
          ? response.getStatusCode().value()
          : null;
    }
  }
}
