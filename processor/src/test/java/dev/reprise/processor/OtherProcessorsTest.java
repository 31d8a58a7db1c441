package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Annotated types that name types which another processor generates. */
class OtherProcessorsTest {

  /** Writes the types of package {@code made} in the second round. */
  @SupportedAnnotationTypes("*")
  private static final class Maker extends AbstractProcessor {

    private int rounds;

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      rounds++;
      if (rounds == 1) {
        write("First", "class First {}");
      } else if (rounds == 2) {
        write("Item", "public class Item {}");
        write("Key", "public class Key { public static final String NAME = \"maxAttempts=2\"; }");
        write(
            "Gone",
            "public class Gone extends Exception {"
                + " private static final long serialVersionUID = 1; }");
        write("Base", "public interface Base { @dev.reprise.declared.Retryable void changed(); }");
      }
      return false;
    }

    private void write(String name, String text) {
      try (Writer out = processingEnv.getFiler().createSourceFile("made." + name).openWriter()) {
        out.write("package made; " + text);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  private static Compilation compile(String source, Processor... processors) {
    String imports = "package shop;\nimport dev.reprise.declared.Retryable;\n";
    return Compilation.of(
        Map.of("shop.Orders", imports + source), List.of("-Xlint:-processing"), processors);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "import made.Item; interface Orders { @Retryable Item f(Item[] i); }",
        "import made.*; interface Orders { @Retryable <T extends Item> T f(T t); }",
        "import made.*; interface Orders<T extends Item> { @Retryable T f(T t); }",
        "import java.util.*; interface Orders { @Retryable Map<?, ? super made.Item> f(); }",
        "interface Orders { @Retryable(retryOn = made.Gone.class) void f() throws made.Gone; }",
        "import made.Gone; interface Orders { @Retryable(abortOn = {Error.class, Gone.class})"
            + " void f(); }",
        "interface Orders { @Retryable(policy = \"retryOn=made.Gone\") void f(); }",
        "interface Orders { @Retryable(policy = made.Key.NAME) void f(); }",
        "interface Orders { @Retryable(fallback = \"g\") int f(); int g(made.Gone gone); }",
        "interface Middle extends made.Base { } interface Orders extends Middle { @Retryable void"
            + " f(); }",
        "class Orders implements made.Base { @Retryable public void changed() { } }",
        "class Above implements made.Base { public void changed() { } } class Orders extends Above {"
            + " @Override @Retryable public void changed() { } }",
      })
  void types_of_a_later_round_are_known_to_the_decorator(String source) {
    Compilation compiled = compile(source, new Maker(), new RetryableProcessor()).assertPassed();

    String decorator = compiled.source("shop.OrdersRetry");
    if (!source.contains("class Orders")) {
      assertThat(decorator).doesNotContain("<error>").doesNotContain(" Item ");
      assertThat(decorator.contains("RetryMethod changed")).isEqualTo(source.contains("made.Base"));
    }
  }

  @Test
  void a_type_that_no_processor_generates_is_an_error_that_names_it() {
    Compilation failed =
        compile(
            "interface Orders { @Retryable made.Item f(made.Missing m); }",
            new Maker(),
            new RetryableProcessor());

    assertThat(failed.passed()).isFalse();
    assertThat(failed.messages())
        .contains("ERROR line 3: shop.Orders cannot have a decorator: made.Missing does not exist");
    assertThat(failed.source("shop.OrdersRetry")).isNull();
  }
}
