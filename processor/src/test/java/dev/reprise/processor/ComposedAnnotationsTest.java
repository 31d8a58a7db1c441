package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Annotations of a program that have {@code @Retryable} themselves. */
class ComposedAnnotationsTest {

  private static final String IMPORTS =
      """
      package shop;
      import dev.reprise.declared.Retryable;
      import java.io.IOException;
      import java.lang.annotation.*;
      """;

  private static Compilation compile(String methods, String... annotations) {
    Map<String, String> sources = new LinkedHashMap<>();
    sources.put("shop.Orders", IMPORTS + "public interface Orders {\n" + methods + "\n}");
    for (String annotation : annotations) {
      String name = annotation.replaceAll("(?s).*@interface (\\w+).*", "$1");
      sources.put("shop." + name, IMPORTS + annotation);
    }
    return Compilation.of(sources, List.of("-Xlint:-processing"), new RetryableProcessor());
  }

  private static final String OWN =
      "@Retryable(maxAttempts = 5) String own(String id) throws IOException;\n";

  private static final String PATIENT =
      "@Retention(RetentionPolicy.RUNTIME) @Retryable(maxAttempts = 4) public @interface Patient {}";

  private static final String HASTY =
      "@Retention(RetentionPolicy.RUNTIME) @Retryable(maxAttempts = 2) public @interface Hasty {}";

  private static final String REMOTE =
      "@Retention(RetentionPolicy.RUNTIME) @Patient public @interface Remote {}";

  private static final String ALIAS_FOR =
      """
      @Retention(RetentionPolicy.RUNTIME) public @interface AliasFor {
        Class<? extends Annotation> annotation() default Annotation.class;
      }
      """;

  @Test
  void an_annotation_that_has_it_is_effective_in_its_place() {
    String written =
        compile(OWN + "@Remote String find(String id) throws IOException;", PATIENT, REMOTE)
            .assertPassed()
            .source("shop.OrdersRetry");
    assertThat(written)
        .contains("\"Orders.find(String)\", Map.ofEntries(Map.entry(\"maxAttempts\", \"4\"))")
        .contains("\"Orders.own(String)\", Map.ofEntries(Map.entry(\"maxAttempts\", \"5\"))");
  }

  @Test
  void one_that_is_not_kept_at_run_time_has_no_effect_as_in_a_proxy() {
    String written =
        compile(
                OWN + "@Lost String find(String id) throws IOException;",
                "@Retryable(maxAttempts = 4) public @interface Lost {}")
            .assertPassed()
            .source("shop.OrdersRetry");
    assertThat(written).doesNotContain("\"Orders.find(String)\"");
  }

  @Test
  void without_the_annotation_itself_there_is_no_decorator() {
    Compilation compiled = compile("@Patient String find(String id) throws IOException;", PATIENT);
    assertThat(compiled.assertPassed().source("shop.OrdersRetry")).isNull();
  }

  @Test
  void two_different_ones_are_an_error() {
    assertThat(
            compile(OWN + "@Patient @Hasty void find() throws IOException;", PATIENT, HASTY)
                .messages())
        .contains(
            "has two different @Retryable, by way of @shop.Patient and @shop.Hasty; annotate it with"
                + " @Retryable itself");
  }

  @Test
  void an_attribute_that_would_be_ignored_is_an_error() {
    String with =
        """
        @Retention(RetentionPolicy.RUNTIME) @Retryable public @interface With {
          @AliasFor(annotation = Retryable.class) int maxAttempts() default 7;
        }
        """;
    String deep =
        """
        @Retention(RetentionPolicy.RUNTIME) @With public @interface Deep {
          @AliasFor(annotation = With.class) int maxAttempts() default 8;
        }
        """;
    assertThat(compile(OWN + "@With(maxAttempts = 3) void find();", with, ALIAS_FOR).messages())
        .contains("@shop.With.maxAttempts has @AliasFor, which has an effect only on beans of");
    assertThat(compile(OWN + "@Deep void find();", with, deep, ALIAS_FOR).messages())
        .contains("@shop.Deep.maxAttempts has @AliasFor");
  }

  @Test
  void aliases_of_other_annotations_are_allowed() {
    String path =
        """
        @Retention(RetentionPolicy.RUNTIME) @Retryable public @interface Path {
          @AliasFor(annotation = Hasty.class) int value() default 7;
          @AliasFor int other() default 7;
        }
        """;
    compile(
            OWN + "@Path void find();",
            path,
            ALIAS_FOR,
            HASTY.replace("@Retryable(maxAttempts = 2)", ""))
        .assertPassed();
  }
}
