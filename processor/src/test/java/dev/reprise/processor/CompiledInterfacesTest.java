package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Superinterfaces in class files, as of a library in Kotlin, with names that Java refuses. */
class CompiledInterfacesTest {

  @TempDir Path folder;

  /** Compiles an interface, and replaces a name in its class file by one of the same length. */
  private Compilation compile(String base, String name, String replacement) throws IOException {
    Path source = Files.writeString(folder.resolve("Base.java"), base);
    String[] arguments = {
      "-parameters", "--release", "17", "-d", folder.toString(), source.toString()
    };
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
    Path compiled = folder.resolve("library/Base.class");
    String bytes = Files.readString(compiled, StandardCharsets.ISO_8859_1);
    assertThat(bytes).contains(name);
    Files.writeString(compiled, bytes.replace(name, replacement), StandardCharsets.ISO_8859_1);
    String orders =
        "package shop; @dev.reprise.declared.Retryable interface Orders extends library.Base { }";
    String path = folder + File.pathSeparator + System.getProperty("java.class.path");
    return Compilation.of(
        Map.of("shop.Orders", orders), List.of("-cp", path), new RetryableProcessor());
  }

  @Test
  void a_parameter_whose_name_is_a_keyword_gets_another_name() throws IOException {
    Compilation compiled =
        compile(
            "package library; public interface Base {"
                + " int f(int defaulX, long start, int argument, String... defaulX2); }",
            "defaulX",
            "default");

    assertThat(compiled.assertPassed().source("shop.OrdersRetry"))
        .contains("f(int argument_, long start, int argument, java.lang.String... default2)");
  }

  @Test
  void a_method_whose_name_is_a_keyword_is_an_error_at_the_annotation() throws IOException {
    Compilation failed =
        compile("package library; public interface Base { int neX(int i); }", "neX", "new");

    assertThat(failed.messages())
        .contains(
            "ERROR line 1: Orders.new(int) has a name that Java code cannot use; use RetryProxy");
  }
}
