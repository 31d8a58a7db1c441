package dev.reprise.spring.actuator;

import dev.reprise.classify.Outcome;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.ClassUtils;
import org.springframework.web.ErrorResponse;
import org.springframework.web.client.RestClientResponseException;

/** The HTTP status in the outcome of an attempt. */
final class HttpStatus {

  private static final int DEPTH = 8;
  private static final boolean SPRING_WEB =
      ClassUtils.isPresent(
          "org.springframework.web.client.RestClientResponseException",
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
      return failure instanceof ErrorResponse response ? response.getStatusCode().value() : null;
    }

    private static @Nullable Integer ofResult(@Nullable Object result) {
      if (result instanceof ResponseEntity<?> response) {
        return response.getStatusCode().value();
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
}
