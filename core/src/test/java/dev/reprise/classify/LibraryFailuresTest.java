package dev.reprise.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exceptions with the names of those of libraries, which are not on the path of the core. */
class LibraryFailuresTest {

  private static final String DAO = "org.springframework.dao.";
  private static final String SECURITY = "org.springframework.security.";

  @TempDir static Path directory;

  private static URLClassLoader classes;

  private final ConditionsBuilder builder = new ConditionsBuilder();

  @BeforeAll
  static void compile() throws IOException {
    List<String> files = new ArrayList<>(List.of("-d", directory.toString(), "-proc:none"));
    declare(files, "jakarta.validation.ConstraintViolationException", "RuntimeException", "");
    declare(files, SECURITY + "access.AccessDeniedException", "RuntimeException", "");
    declare(
        files,
        SECURITY + "access.AuthorizationServiceException",
        SECURITY + "access.AccessDeniedException",
        "");
    declare(files, DAO + "NonTransientDataAccessException", "RuntimeException", "");
    String integrity = DAO + "DataIntegrityViolationException";
    declare(files, integrity, DAO + "NonTransientDataAccessException", "");
    declare(files, DAO + "DuplicateKeyException", integrity, "");
    declare(files, "shop.TooLongException", integrity, "");
    declare(files, "shop.SameOrderException", DAO + "DuplicateKeyException", "");
    declare(
        files,
        "org.springframework.transaction.TransactionSystemException",
        "RuntimeException",
        "");
    for (String client :
        List.of(
            "org.springframework.web.client.HttpClientErrorException",
            "org.springframework.web.reactive.function.client.WebClientResponseException")) {
      declare(files, client, "RuntimeException", "NotFound", "Conflict", "TooManyRequests");
    }
    StringWriter messages = new StringWriter();
    assertTrue(
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                messages,
                null,
                null,
                files.subList(0, 3),
                null,
                ToolProvider.getSystemJavaCompiler()
                    .getStandardFileManager(null, null, null)
                    .getJavaFileObjectsFromStrings(files.subList(3, files.size())))
            .call(),
        messages::toString);
    classes = new URLClassLoader(new URL[] {directory.toUri().toURL()});
  }

  @AfterAll
  static void close() throws IOException {
    classes.close();
  }

  /** Writes a class with a constructor for the cause, and classes inside it that extend it. */
  private static void declare(List<String> files, String name, String parent, String... inside)
      throws IOException {
    int dot = name.lastIndexOf('.');
    String simple = name.substring(dot + 1);
    StringBuilder source =
        new StringBuilder("package " + name.substring(0, dot) + "; public class " + simple)
            .append(" extends " + parent + " { public " + simple + "() {}")
            .append(" public " + simple + "(Throwable cause) { initCause(cause); }");
    for (String each : inside) {
      if (!each.isEmpty()) {
        source.append(" public static class " + each + " extends " + simple + " {}");
      }
    }
    Path file = directory.resolve("src").resolve(name.replace('.', '/') + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, source.append(" }"));
    files.add(file.toString());
  }

  private static Throwable failure(String type) {
    try {
      return (Throwable) classes.loadClass(type).getConstructor().newInstance();
    } catch (ReflectiveOperationException failed) {
      throw new AssertionError(failed);
    }
  }

  private static Throwable failure(String type, Throwable cause) {
    return failure(type).initCause(cause);
  }

  private boolean retries(Throwable failure) {
    Verdict verdict = builder.build().classifyFailure(failure);
    return verdict.action() == Verdict.Action.RETRY;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jakarta.validation.ConstraintViolationException",
        "org.springframework.security.access.AccessDeniedException",
        "org.springframework.dao.DataIntegrityViolationException",
        "shop.TooLongException",
        "org.springframework.web.client.HttpClientErrorException$NotFound",
        "org.springframework.web.reactive.function.client.WebClientResponseException$NotFound",
      })
  void are_not_retried_by_default_wrapped_or_not(String type) {
    assertFalse(retries(failure(type)));
    assertFalse(retries(new CompletionException(failure(type))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.springframework.security.access.AuthorizationServiceException",
        "org.springframework.dao.NonTransientDataAccessException",
        "org.springframework.dao.DuplicateKeyException",
        "shop.SameOrderException",
        "org.springframework.transaction.TransactionSystemException",
        "org.springframework.web.client.HttpClientErrorException",
        "org.springframework.web.client.HttpClientErrorException$Conflict",
        "org.springframework.web.client.HttpClientErrorException$TooManyRequests",
        "org.springframework.web.reactive.function.client.WebClientResponseException",
      })
  void that_may_be_temporary_are_retried(String type) {
    assertTrue(retries(failure(type)));
  }

  @Test
  void a_failed_commit_is_not_retried_if_an_entity_is_invalid() {
    String commit = "org.springframework.transaction.TransactionSystemException";
    Throwable invalid = failure("jakarta.validation.ConstraintViolationException");
    assertFalse(retries(failure(commit, new RuntimeException(invalid))));
    assertTrue(retries(failure(commit, new RuntimeException(new IOException()))));
    assertTrue(retries(new RuntimeException(invalid)), "no commit");
  }

  @Test
  void classes_that_a_policy_names_decide_alone() throws ClassNotFoundException {
    builder.retryOn(
        classes.loadClass(DAO + "NonTransientDataAccessException").asSubclass(Throwable.class));
    assertTrue(retries(failure(DAO + "DataIntegrityViolationException")));
    assertFalse(retries(failure(SECURITY + "access.AccessDeniedException")));
  }

  @Test
  void a_predicate_decides_alone() {
    builder.retryIf("all", failure -> true);
    assertTrue(retries(failure(SECURITY + "access.AccessDeniedException")));
  }

  @Test
  void classes_to_abort_on_leave_them_as_they_are() {
    builder.abortOn(IOException.class);
    assertFalse(retries(failure(SECURITY + "access.AccessDeniedException")));
    assertEquals(Verdict.retry(), builder.build().classifyFailure(new Exception()));
  }
}
