package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The compiler of Eclipse, whose model differs: a new object for each look at an element, the outer
 * types of static types, and other bounds of type variables.
 */
class EclipseTest {

  private static final String IMPORTS =
      """
      package shop;
      import dev.reprise.declared.Retryable;
      import java.io.*;
      import java.util.*;
      import java.util.concurrent.*;
      """;

  @TempDir Path folder;

  /** Returns the messages of the compiler of Eclipse. */
  private String compile(String source) throws IOException {
    Path file = Files.createDirectories(folder.resolve("shop")).resolve("Orders.java");
    Files.writeString(file, IMPORTS + source);
    StringWriter messages = new StringWriter();
    PrintWriter out = new PrintWriter(messages);
    String path = System.getProperty("java.class.path");
    String[] arguments = {
      "--release",
      "17",
      "-proceedOnError",
      "-nowarn",
      "-cp",
      path,
      "-processorpath",
      path,
      "-processor",
      RetryableProcessor.class.getName(),
      "-d",
      folder.resolve("classes").toString(),
      "-s",
      folder.toString(),
      file.toString(),
    };
    boolean passed = BatchCompiler.compile(arguments, out, out, null);
    assertThat(passed).as(messages.toString()).isEqualTo(messages.toString().isEmpty());
    return messages.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "interface Orders { @Retryable(maxAttempts = 3, retryOn = {IOException.class}) String"
            + " find(String id) throws IOException; void act(); }",
        "@Retryable(name = \"orders\") interface Orders { @Retryable(enabled = false) void a(); int"
            + " b(int... all); }",
        "interface Orders<K extends Comparable<K>> extends Callable<List<K>> { @Retryable <X extends"
            + " Exception & Serializable> Map<? super K, int[]> f(Class<X> x) throws X;"
            + " @Override @Retryable List<K> call() throws IOException; }",
        "interface Orders { @Retryable CompletableFuture<? extends Number> f(Map.Entry<String, ?>"
            + " e); class In<T> { class Deep<S> { } } @Retryable In<String>.Deep<Integer> g(); }",
        "interface Orders { @Retryable(fallback = \"g\") Map<? super String, int[]> f(int i); default"
            + " Map<? super String, int[]> g(int i, RuntimeException e) { return null; } }",
        "interface A { @Retryable(maxAttempts = 2) void f(); } interface B extends A { @Override"
            + " @Retryable(maxAttempts = 3) void f(); } interface Orders extends A, B { @Retryable"
            + " default void g() { } }",
        "interface Orders { @Retryable(rules = \"shop.Orders$Gone(backoff=none)\") void f(); class"
            + " Gone extends Exception { } }",
      })
  void it_generates_the_same_decorators_as_javac(String source) throws IOException {
    assertThat(compile(source)).isEmpty();

    assertThat(folder.resolve("shop/OrdersRetry.java"))
        .hasContent(
            Compilation.of(Map.of("shop.Orders", IMPORTS + source)).source("shop.OrdersRetry"));
  }

  @Test
  void it_reports_mistakes_at_the_annotation() throws IOException {
    String messages =
        compile(
            """
            class Orders {
              @Retryable void noEffect(int i) {}
              interface A { @Retryable(maxAttempts = 0) void f(); }
              interface B { @Retryable void g(Missing m); }
            }
            """);

    assertThat(messages)
        .contains("Orders.java (at line 8)")
        .contains("A.f(): @Retryable(maxAttempts): maxAttempts must be at least 1, but was 0")
        .contains("Orders.java (at line 9)")
        .contains("shop.Orders.B cannot have a decorator: Missing does not exist");
  }
}
