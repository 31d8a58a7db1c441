package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.declared.Retryable;
import dev.reprise.testing.UntrustedText;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryableProcessorTest {

  private static final String IMPORTS =
      """
      package shop;
      import dev.reprise.policy.Idempotency;
      import dev.reprise.declared.Retryable;
      import java.io.*;
      import java.util.*;
      import java.util.concurrent.*;
      """;

  private static Compilation compile(String source) {
    return Compilation.of(Map.of("shop.Orders", IMPORTS + source));
  }

  @Test
  void a_blocking_method_is_written_as_plain_Java() {
    String written =
        compile(
                """
                public interface Orders {
                  @Retryable(maxAttempts = 5, within = "30s", retryOn = IOException.class)
                  String find(String id) throws IOException;
                }
                """)
            .assertPassed()
            .source("shop.OrdersRetry");

    assertThat(written).isEqualTo(GOLDEN);
  }

  private static final String GOLDEN =
      """
      package shop;

      import dev.reprise.Decorated;
      import dev.reprise.PlainCall;
      import dev.reprise.Retry;
      import dev.reprise.declared.RetryMethod;
      import dev.reprise.report.RetryReport;
      import java.util.List;
      import java.util.Map;
      import javax.annotation.processing.Generated;

      /**
       * Decorator of {@link shop.Orders} that retries calls.
       */
      @Generated("dev.reprise.processor.RetryableProcessor")
      @SuppressWarnings({"deprecation", "rawtypes", "removal", "unchecked"})
      public final class OrdersRetry extends Decorated<shop.Orders> implements shop.Orders {

        private final shop.Orders target;
        private final RetryMethod find;

        private OrdersRetry(Retry retry, shop.Orders target, List<RetryMethod> rules) {
          super(
              retry,
              target,
              changed -> new OrdersRetry(
                  changed,
                  target,
                  rules.stream().map(rule -> rule.withPolicy(changed.policy())).toList()),
              rules);
          this.target = target;
          this.find = rules.get(0);
        }

        /**
         * Decorates an object.
         *
         * @param retry the retry of methods without a named one
         * @param target the decorated object
         * @return a decorator, thread-safe if the target is
         */
        public static shop.Orders of(Retry retry, shop.Orders target) {
          ClassLoader loader = OrdersRetry.class.getClassLoader();
          return new OrdersRetry(
              retry,
              target,
              List.of(
                  RetryMethod.of(retry, null, "Orders.find(String)", Map.ofEntries(Map.entry("maxAttempts", "5"), Map.entry("within", "30s"), Map.entry("retryOn", "java.io.IOException")), loader)));
        }

        @Override
        public java.lang.String find(java.lang.String id) throws java.io.IOException {
          Retry retry = this.find.retry();
          if (!PlainCall.isPlain(retry)) {
            return PlainCall.call(retry, () -> this.target.find(id));
          }
          long start = PlainCall.startTick(retry);
          long mark = RetryReport.mark();
          java.lang.String value;
          try {
            value = this.target.find(id);
          } catch (Throwable failure) {
            return PlainCall.afterFailure(
                retry, () -> this.target.find(id), failure, start, mark);
          }
          PlainCall.succeeded(retry, start);
          return value;
        }
      }
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "interface Orders { @Retryable void hidden() throws IOException; }",
        "@Retryable interface Orders { }",
        "interface Orders { @Retryable(enabled = false) void untouched(); }",
        "interface Orders extends Callable<String> { @Override @Retryable String call(); }",
        "interface Orders<K extends Comparable<K>, V> extends Callable<Map<? super K, V[]>> {"
            + " @Retryable <X extends Exception & Serializable> V find(K key, Class<X> x) throws X;"
            + " @Retryable @Override Map<? super K, V[]> call() throws IOException; @Retryable"
            + " CompletableFuture<? extends V> later(Map.Entry<K, ? extends V> entry); }",
        "class Orders { interface Inner { @Retryable int size(int[]... sizes); } }",
        "class Orders { static class Middle { interface Inner { @Retryable char c() throws"
            + " TimeoutException; } } }",
        "interface Orders { @Retryable String find(String a); @Retryable String find(int b);"
            + " @Retryable void target(int start, int mark, int value, int failure, int retry);"
            + " @Retryable void retry(); @Retryable Orders withPolicy(Object o); }",
        "interface Orders { @Retryable(name = \"a\\\"b\\\\\") void quoted(); }",
        "@SuppressWarnings({\"rawtypes\", \"unchecked\"}) interface Orders { @Retryable List"
            + " raw(Map map); @Deprecated @Retryable void old(); @Retryable <T> void many(T..."
            + " all); @Retryable <T> void list(List<T>... all); }",
        "interface Orders { @Retryable default int sum(int a) { return a; }"
            + " default <T> List<T> one(T t) { return new ArrayList<>(); }"
            + " default void none() throws IOException { } }",
        "interface A { void act() throws IOException, TimeoutException; }"
            + " interface B { void act() throws FileNotFoundException, TimeoutException; }"
            + " @Retryable interface Orders extends A, B { }",
        "interface A { Object get(); } interface B { String get(); }"
            + " @Retryable interface Orders extends A, B { }",
        "interface Orders { @Retryable(idempotency = Idempotency.NOT_IDEMPOTENT, abortOn ="
            + " {EOFException.class, Orders.Gone.class}) void act() throws Gone;"
            + " class Gone extends Exception { private static final long serialVersionUID = 1; } }",
        "interface Orders { @Retryable(policy = \"retryOn=shop.Orders$Gone,java.io.IOException"
            + " maxAttempts=2\") void act() throws Gone;"
            + " class Gone extends Exception { private static final long serialVersionUID = 1; } }",
        "interface Orders { @Retryable String find(String dev, String java, String shop); }",
        "class Orders implements Callable<String> { @Retryable public String call() { return null;"
            + " } }",
        "@Retryable class Orders implements Callable<String> { public String call() { return null;"
            + " } }",
        "abstract class Above<T> implements Comparable<T> { }"
            + " class Orders extends Above<String> {"
            + " @Override @Retryable public int compareTo(String o) { return 0; } }",
        "class Orders { @SuppressWarnings(\"retryable\") @Retryable void intercepted() {} }",
        "@SuppressWarnings(\"retryable\") class Orders { @Retryable void intercepted() {} }",
        "@SuppressWarnings(\"unchecked\") interface Orders { @Retryable default <T> T[] all(T..."
            + " all) { return all; } @Retryable(backoff = \"exponential(100ms, x2, cap=1s,"
            + " jitter=proportional(0.2))\") void odd(String $, String value$s, Object... rest); }",
        "interface Orders<T extends Orders<T>> extends Comparable<T> {"
            + " @Override @Retryable int compareTo(T o); }",
        "interface Orders { @Retryable(fallback = \"other\") int find(String... ids) throws"
            + " IOException; default int other(String[] ids, Exception e) { return 0; }"
            + " default int other(String[] ids, EOFException e) throws EOFException { throw e; } }",
        "interface Orders { @Retryable(fallback = \"f\") <T extends Exception> void f(Class<T>"
            + " failed, int failure) throws T; <T extends Exception> void f(Class<T> c, int i,"
            + " Throwable t) throws T; }",
        "@Retryable(fallback = \"fFallback\") interface Orders { Object f(); Object"
            + " fFallback(Throwable t); }",
        "interface A<T> { T other(T t, RuntimeException e); } interface Orders extends A<String> {"
            + " @Retryable(fallback = \"other\", policy = \"maxAttempts=2\") Object f(String s); }",
        "interface Orders<V> { @Retryable(fallback = \"late\") CompletableFuture<? extends V> f();"
            + " default CompletableFuture<? extends V> late(Exception e) throws Exception {"
            + " throw e; } }",
        "interface Orders { @Retryable(fallback = \"other\") String f(); default <X extends"
            + " Exception> String other(X e) { return e.toString(); } }",
        "interface Orders { @Retryable(rules = \"shop.Orders$Gone(backoff=none)\") void f();"
            + " class Gone extends Exception { private static final long serialVersionUID = 1; } }",
        "interface Orders { @Retryable(policy = \"retryOn=shop.St\u00f6rung,shop.A$B$C"
            + " rules=shop.A$B(backoff=none)\") void f(); } class St\u00f6rung extends Exception {"
            + " private static final long serialVersionUID = 1; } class A$B extends IOException {"
            + " private static final long serialVersionUID = 1; static class C extends A$B {"
            + " private static final long serialVersionUID = 1; } }",
        "interface Orders { @Retryable(fallback = \"other\") default int f() { return 1; }"
            + " default int other(Exception e) { return 2; } int fDefault(); int fDefaultCall();"
            + " int fDefaultCall_(); int fFallback(Throwable t); int otherDefaultCall(Exception e);"
            + " }",
        "interface A { <X extends Exception> void f(Class<X> c) throws X; <X extends Exception>"
            + " void g(X x) throws X, IOException; } interface Orders extends A { @Override"
            + " @Retryable <Y extends Exception> void f(Class<Y> c) throws Y; @Override <Y extends"
            + " Exception> void g(Y y) throws Y, EOFException; }",
        "@SuppressWarnings(\"try\") interface Orders extends AutoCloseable { @Retryable void f(); }",
        "interface Orders<S extends CompletionStage<String>> { @Retryable S f(); @Retryable(fallback"
            + " = \"other\") <F extends CompletableFuture<String>> F g(Class<F> c); <F extends"
            + " CompletableFuture<String>> F other(Class<F> c, Exception e); }",
      })
  void every_supported_interface_compiles_without_a_warning(String source) {
    compile(source).assertPassed();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "class Orders { @Retryable void find(String id) {} }"
            + "|no effect on Orders.find(java.lang.String), which is in no interface of Orders",
        "class Orders implements Callable<String> { public String call() { return null; }"
            + " @Retryable void find() {} }"
            + "|no effect on Orders.find(), which is in no interface of Orders",
        "class Orders implements Callable<String> { public String call() { return null; }"
            + " @Retryable static void find() {} }|no effect on Orders.find(), which is in no",
        "@Retryable class Orders { void find() {} }"
            + "|no effect on Orders, which implements no interface",
        "enum Orders { ONE; @Retryable void find() {} }|which is in no interface of Orders",
      })
  void an_annotation_in_a_class_that_has_no_effect_is_a_warning(String source, String message) {
    assertThat(compile(source).messages())
        .contains("WARNING line 7: @Retryable has")
        .contains(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@Component class Orders { @Retryable void find(String id) {} }",
        "@Service @Retryable class Orders { void find(String id) {} }",
        "@Worker class Orders implements Callable<String> { public String call() { return null; }"
            + " @Retryable void find() {} }",
      })
  void an_annotation_in_a_class_that_spring_makes_a_bean_of_is_no_warning(String source) {
    assertThat(compileWithSpring(source).messages()).doesNotContain("@Retryable has no effect");
  }

  @Test
  void an_annotation_in_a_class_without_a_stereotype_is_a_warning_beside_spring_too() {
    assertThat(
            compileWithSpring("@Loop class Orders { @Retryable void find(String id) {} }")
                .messages())
        .contains("no effect on Orders.find(java.lang.String), which is in no interface of Orders:")
        .contains("by Spring if the class is a bean")
        .contains("@SuppressWarnings(\"retryable\") switches this warning off");
  }

  /** Two stereotypes, the second one of an application, and an annotation that annotates itself. */
  private static Compilation compileWithSpring(String source) {
    return Compilation.of(
        Map.of(
            "org.springframework.stereotype.Component",
            "package org.springframework.stereotype; public @interface Component {}",
            "org.springframework.stereotype.Service",
            "package org.springframework.stereotype; @Component public @interface Service {}",
            "shop.Worker",
            "package shop; @Loop @org.springframework.stereotype.Service @interface Worker {}",
            "shop.Loop",
            "package shop; @Loop @interface Loop {}",
            "shop.Orders",
            IMPORTS + "import org.springframework.stereotype.*;\n" + source));
  }

  /** A policy from a text block has line feeds. */
  @Test
  void a_policy_of_several_lines_is_written_unchanged() {
    String written =
        compile(
                """
                public interface Orders {
                  @Retryable(policy = "maxAttempts=5\\n  within=30s\\t backoff=none\\r\\n\\f")
                  String find(String id);
                }
                """)
            .assertPassed()
            .source("shop.OrdersRetry");

    assertThat(written).contains("\\012").doesNotContain("\\u000a");
  }

  @Test
  void all_attributes_of_a_policy_can_be_set_together() {
    String orders =
        """
        interface Orders {
          @Retryable(
              maxAttempts = 3, within = "30s", attemptTimeout = "1s", backoff = "none",
              rules = "throttled(backoff=none)", giveUpWhen = "attempts(5)",
              retryOn = IOException.class, retryOnCause = EOFException.class,
              abortOn = FileNotFoundException.class, retryOnNull = true,
              idempotency = Idempotency.IDEMPOTENT, fallback = "other")
          Object find();
          Object other(Throwable failed);
        }
        """;
    assertThat(Retryable.class.getDeclaredMethods())
        .extracting(Method::getName)
        .allMatch(name -> orders.contains(name + " =") || ALONE.contains(name));

    compile(orders).assertPassed();
  }

  @Test
  void an_interface_may_have_more_methods_than_a_constructor_has_parameters() {
    String methods =
        IntStream.range(0, 300)
            .mapToObj(number -> "long find" + number + "(long id);")
            .collect(Collectors.joining());

    compile("@Retryable(maxAttempts = 3) interface Orders {" + methods + "}").assertPassed();
  }

  private static final Set<String> ALONE = Set.of("name", "policy", "enabled");

  @Test
  void attributes_are_printable_in_messages() {
    String form =
        "interface Orders { @Retryable(policy = \"retryOn=a%s\") void f();"
            + " @Retryable(within = \"a%s\") void g(); }";
    String harmless = compile(form.replace("%s", "Xy")).messages();
    assertThat(harmless).contains("there is no class aXy");
    for (String text :
        List.of("\u001b[2J", "\0", "\u202e", "\ufeff", "\ud83d", "x".repeat(10_000))) {
      String literal = StringLiterals.of(text);
      String inner = literal.substring(1, literal.length() - 1);
      UntrustedText.assertPrintable(harmless, compile(form.replace("%s", inner)).messages());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "interface Orders { @Retryable Future<String> f(); }"
            + "|Orders.f() returns java.util.concurrent.Future, which cannot be retried",
        "interface Orders { @Retryable java.util.stream.IntStream f(int i); }"
            + "|Orders.f(int) returns java.util.stream.IntStream, which cannot be retried",
        "@Retryable interface Orders { Flow.Publisher<String> f(); }"
            + "|Orders.f() returns java.util.concurrent.Flow$Publisher, which cannot be retried",
        "interface A<T> { @Retryable T f(); } @Retryable interface Orders extends"
            + " A<Iterator<String>> { }"
            + "|Orders.f() returns java.util.Iterator, which cannot be retried",
        "interface Orders { @Retryable(name = \"a\", maxAttempts = 3) void f(); }"
            + "|Orders.f(): @Retryable sets name and maxAttempts, but name must be the only one",
        "interface Orders { @Retryable(policy = \"maxAttempts=3\", name = \"a\") void f(); }"
            + "|Orders.f(): @Retryable sets name and policy, but name must be the only one",
        "interface Orders { @Retryable(maxAttempts = 0) void f(); }"
            + "|Orders.f(): @Retryable(maxAttempts): maxAttempts must be at least 1, but was 0",
        "interface Orders { @Retryable(within = \"soon\") void f(); }"
            + "|Orders.f(): @Retryable(within): expected",
        "interface Orders { @Retryable(policy = \"maxAttempt=3\") void f(); }"
            + "|Orders.f(): @Retryable(policy): unknown setting maxAttempt",
        "interface Orders { @Retryable(policy = \"retryOn=no.Such\") void f(); }"
            + "|Orders.f(): @Retryable(policy): there is no class no.Such",
        "interface A { @Retryable(maxAttempts = 2) void f(); } interface B {"
            + " @Retryable(maxAttempts = 3) void f(); } @Retryable interface Orders extends A, B {}"
            + "|Orders.f() inherits two different @Retryable, from shop.A and shop.B",
        "interface Orders { @Override @Retryable boolean equals(Object o); }"
            + "|Orders.equals(Object) is a method of Object and cannot be retried",
        "@Retryable sealed interface Orders { final class One implements Orders { } }"
            + "|shop.Orders is sealed",
        "class Orders { private interface In { @Retryable void f(); } }|is private or in a private"
            + " type",
        "interface Orders { @Retryable static void f(int i) { } }"
            + "|Orders.f(int) is static, so that no call of it can be retried",
        "interface Orders { void f(); @Retryable private void g() { } }"
            + "|Orders.g() is private, so that no call of it can be retried",
        "interface Orders { @Retryable void f() throws Retry; class Retry extends Exception { } }"
            + "|shop.Orders has a member named Retry, which hides a type that the generated",
        "interface Orders { int PlainCall = 1; @Retryable void f(); }"
            + "|shop.Orders has a member named PlainCall, which hides a type that the generated",
        "interface Orders { @Retryable(fallback = \"other\") String f(int i); }|Orders.f(int):"
            + " @Retryable(fallback = \"other\"): Orders needs a method String other(int,"
            + " Throwable), or with a subclass of Throwable; there is no method with this name",
        "interface Orders { @Retryable(fallback = \"other\") String f(int i); String other(long i,"
            + " Exception e); Object other(int i, Exception e); String other(int i); }"
            + "|there is only String other(long, Exception) and Object other(int, Exception) and"
            + " String other(int)",
        "interface Orders { @Retryable(fallback = \"other\") int f(); Integer other(Throwable t); }"
            + "|Orders needs a method int other(Throwable)",
        "interface Orders { @Retryable(fallback = \"other\") void f(); default void other(Throwable"
            + " t) throws IOException { } }|void other(Throwable) throws java.io.IOException, which"
            + " the retried method does not",
        "interface Orders { @Retryable(fallback = \"other\") CompletableFuture<String> f(); String"
            + " other(Throwable t); }|Orders needs a method CompletableFuture<String> other(Throwable)",
        "interface Orders { @Retryable(fallback = \"f\", enabled = false) void f(); }"
            + "|Orders.f(): @Retryable sets enabled and fallback, but enabled must be the only one",
        "interface A { class List { } } interface Orders extends A { @Retryable void f(); }"
            + "|shop.Orders has a member named List, which hides a type that the generated",
        "interface Orders<Retry> { @Retryable void f(Retry r); }"
            + "|shop.Orders has a type variable named Retry, which hides a type that the generated",
        "interface Orders { @Retryable <Map> void f(Map m); }"
            + "|shop.Orders has a type variable named Map, which hides a type that the generated",
        "interface Orders { @Retryable Object targetOf(Object o); }"
            + "|Orders.targetOf(Object) has the signature of a static method of the generated",
        "interface Orders { @Retryable void f(); <T> T withPolicy(T t, dev.reprise.policy.RetryPolicy"
            + " p); }|Orders.withPolicy(Object, RetryPolicy) has the signature of a static method",
        "interface Orders { @Retryable(policy = \"retryOn=java.lang.String\") void f(); }"
            + "|Orders.f(): @Retryable(policy): java.lang.String is not a Throwable",
        "interface Orders { @Retryable(policy = \"abortOn=shop.Orders.Gone\") void f(); class Gone"
            + " extends Exception { } }"
            + "|Orders.f(): @Retryable(policy): there is no class shop.Orders.Gone",
        "interface Orders { @Retryable(rules = \"no.Such(backoff=none)\") void f(); }"
            + "|Orders.f(): @Retryable(rules): there is no class no.Such",
        "interface Orders { @Retryable(retryOn = Missing.class) void f(); }"
            + "|shop.Orders cannot have a decorator: a value of @Retryable(retryOn) does not exist",
        "interface Orders { @Retryable(within = MISSING) void f(); }"
            + "|shop.Orders cannot have a decorator: a value of @Retryable(within) does not exist",
        "interface Orders { @Retryable List<? super Missing[]> f(); }"
            + "|shop.Orders cannot have a decorator: Missing does not exist",
        "@Retryable interface Orders extends List<String> { @Override @Retryable(enabled = false)"
            + " Iterator<String> iterator(); }|Orders.listIterator() returns java.util.ListIterator",
        "interface Orders { @Retryable(fallback = \"other\") int f(List<String> l); int"
            + " other(List<Integer> l, Exception e); }|Orders needs a method int other(List<String>,"
            + " Throwable), or with a subclass of Throwable; there is only int other(List<Integer>,",
        "interface Orders { @Retryable(fallback = \"other\") List<String> f(); List<Integer>"
            + " other(Exception e); }|Orders needs a method List<String> other(Throwable)",
      })
  @DisplayName("trap 33: an interface that a proxy rejects is a compiler error")
  void an_interface_that_a_proxy_rejects_is_an_error_at_the_element(String source, String message) {
    Compilation failed = compile(source);

    assertThat(failed.passed()).isFalse();
    assertThat(failed.messages()).contains("ERROR line 7: ").contains(message);
    assertThat(failed.source("shop.OrdersRetry")).isNull();
  }

  @Test
  void a_suspend_function_of_Kotlin_is_an_error() {
    String orders =
        "interface Orders { @Retryable Object f(kotlin.coroutines.Continuation<String> c); }";
    String continuation = "package kotlin.coroutines; public interface Continuation<T> {}";
    Compilation failed =
        Compilation.of(
            Map.of(
                "shop.Orders", IMPORTS + orders, "kotlin.coroutines.Continuation", continuation));

    assertThat(failed.messages()).contains("Orders.f(Continuation) is a suspend function");
  }

  @Test
  void a_package_private_interface_has_a_decorator_in_its_package() throws Exception {
    String driver =
        """
        package shop;
        import dev.reprise.Retry;
        import java.util.concurrent.Callable;
        public final class Driver implements Callable<String> {
          public Driver() {}
          @Override public String call() throws Exception {
            int[] calls = {0};
            Orders target = id -> {
              if (++calls[0] < 3) {
                throw new java.io.IOException("down");
              }
              return id + " at " + calls[0];
            };
            return OrdersRetry.of(
                Retry.of(dev.reprise.policy.RetryPolicy.parse("backoff=none")), target).find("7");
          }
        }
        """;
    String orders = "interface Orders { @Retryable String find(String id) throws IOException; }";
    Compilation compiled =
        Compilation.of(Map.of("shop.Orders", IMPORTS + orders, "shop.Driver", driver))
            .assertPassed();

    Object object = compiled.loader().loadClass("shop.Driver").getConstructor().newInstance();

    assertThat(((Callable<?>) object).call()).isEqualTo("7 at 3");
    assertThat(compiled.source("shop.OrdersRetry")).contains("\nfinal class OrdersRetry ");
  }

  @Test
  void an_interface_in_the_unnamed_package_has_a_decorator() {
    Compilation compiled =
        Compilation.of(
            Map.of(
                "Orders",
                "public interface Orders { @dev.reprise.declared.Retryable int f(int[] a); }"));

    assertThat(compiled.assertPassed().source("OrdersRetry")).startsWith("import ");
  }

  @Test
  void the_decorator_of_a_nested_interface_has_the_outer_names() {
    Compilation compiled =
        compile("class Orders { static class A { interface B { @Retryable int f(); } } }");

    assertThat(compiled.assertPassed().source("shop.Orders_A_BRetry")).isNotNull();
  }

  @Test
  void the_compiler_finds_the_processor_as_a_service() {
    assertThat(java.util.ServiceLoader.load(javax.annotation.processing.Processor.class))
        .hasAtLeastOneElementOfType(RetryableProcessor.class);
  }
}
