package dev.reprise.classify;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions of libraries that another attempt does not change: a refused permission, an invalid
 * argument, a violated constraint, a request that the server refuses. Classes are known by name,
 * because most of these libraries are absent.
 */
final class LibraryFailures {

  private static final int CAUSES = 16;

  private static final String DAO = "org.springframework.dao.";
  private static final String SECURITY = "org.springframework.security.";
  private static final String HTTP = "org.springframework.web.client.HttpClientErrorException$";
  private static final String WEB_CLIENT =
      "org.springframework.web.reactive.function.client.WebClientResponseException$";
  private static final String VALIDATION = "jakarta.validation.ConstraintViolationException";

  /** True if another attempt is futile, subclasses included; of several names the lowest counts. */
  private static final Map<String, Boolean> FUTILE =
      Map.ofEntries(
          Map.entry(VALIDATION, true),
          Map.entry("org.springframework.validation.method.MethodValidationException", true),
          Map.entry(SECURITY + "access.AccessDeniedException", true),
          Map.entry(SECURITY + "access.AuthorizationServiceException", false),
          Map.entry(SECURITY + "core.AuthenticationException", true),
          Map.entry(SECURITY + "authentication.AuthenticationServiceException", false),
          Map.entry(DAO + "DataIntegrityViolationException", true),
          Map.entry(DAO + "DuplicateKeyException", false),
          Map.entry(DAO + "InvalidDataAccessApiUsageException", true),
          Map.entry(DAO + "InvalidDataAccessResourceUsageException", true),
          Map.entry(DAO + "PermissionDeniedDataAccessException", true),
          Map.entry("org.springframework.transaction.TransactionUsageException", true),
          Map.entry("org.springframework.beans.factory.NoSuchBeanDefinitionException", true));

  /**
   * Responses of status 400, 401, 403, 404, 405, 406, 410, 415 and 422, in both clients of Spring.
   */
  private static final Set<String> STATUSES =
      Set.of(
          "BadRequest",
          "Unauthorized",
          "Forbidden",
          "NotFound",
          "MethodNotAllowed",
          "NotAcceptable",
          "Gone",
          "UnsupportedMediaType",
          "UnprocessableEntity",
          "UnprocessableContent");

  /** Thrown if a commit fails, as by the validation of an entity or by a lost connection. */
  private static final String COMMIT = "org.springframework.transaction.TransactionSystemException";

  private static final ClassValue<Boolean> KNOWN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isFutile(type);
        }
      };

  private LibraryFailures() {}

  /**
   * Returns true if another attempt is known to be futile.
   *
   * @param failure the unwrapped failure
   */
  static boolean isFutile(Throwable failure) {
    return KNOWN.get(failure.getClass())
        || (failure.getClass().getName().equals(COMMIT) && isInvalid(failure.getCause()));
  }

  private static boolean isFutile(Class<?> failure) {
    for (Class<?> type = failure; type != Throwable.class && type != null; ) {
      String name = type.getName();
      Boolean known = FUTILE.get(name);
      if (known != null) {
        return known;
      }
      if (isStatus(name, HTTP) || isStatus(name, WEB_CLIENT)) {
        return true;
      }
      type = type.getSuperclass();
    }
    return false;
  }

  private static boolean isStatus(String name, String client) {
    return name.startsWith(client) && STATUSES.contains(name.substring(client.length()));
  }

  private static boolean isInvalid(@Nullable Throwable cause) {
    Throwable each = cause;
    for (int depth = 0; each != null && depth < CAUSES; depth++) {
      if (each.getClass().getName().equals(VALIDATION)) {
        return true;
      }
      each = each.getCause();
    }
    return false;
  }
}
