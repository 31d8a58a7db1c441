package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs a named module with several packages, with the library on the module path. */
class NamedModulesTest {

  private static final String ORDERS =
      """
      public interface Orders {
        @dev.reprise.declared.Retryable String find() throws java.io.IOException;
        @dev.reprise.declared.Retryable default String twice() throws java.io.IOException {
          return find() + find();
        }
      }
      """;

  private static final String PROGRAM =
      """
      package shop.main;
      import dev.reprise.Retry;
      import dev.reprise.declared.RetryProxy;
      import dev.reprise.policy.RetryPolicy;
      import java.lang.invoke.MethodHandles;
      public final class Program implements java.util.concurrent.Callable<String> {
        private static int calls;
        public Program() {}
        private static final Retry RETRY = Retry.of(RetryPolicy.parse("backoff=none"));
        static String page() throws java.io.IOException {
          if (++calls % 3 != 0) {
            throw new java.io.IOException("down");
          }
          return "page";
        }
        @Override public String call() throws Exception {
          shop.hidden.Orders hidden = Program::page;
          shop.open.Orders open = Program::page;
          String refused = "nothing";
          try {
            RetryProxy.of(RETRY, shop.hidden.Orders.class, hidden);
          } catch (IllegalArgumentException wrong) {
            refused = wrong.getMessage();
          }
          return String.join(",",
              RetryProxy.of(RETRY, shop.open.Orders.class, open).twice(),
              RetryProxy.of(RETRY, shop.hidden.Orders.class, hidden, MethodHandles.lookup()).twice(),
              shop.open.OrdersRetry.of(RETRY, open).twice(),
              shop.hidden.OrdersRetry.of(RETRY, hidden).twice(),
              refused);
        }
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  void compile() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--release", "17", "-Xlint:all", "-Werror"));
    String libraries =
        Stream.of(Retry.class, NullMarked.class, RetryableProcessor.class)
            .map(type -> locationOf(type).toString())
            .collect(Collectors.joining(File.pathSeparator));
    arguments.addAll(List.of("--module-path", libraries, "--processor-path", libraries));
    arguments.addAll(List.of("-Xlint:-requires-automatic", "-d", folder.resolve("out").toString()));
    write(
        arguments,
        "module-info",
        "module shop { requires transitive dev.reprise; exports shop.open; exports shop.main; }");
    write(arguments, "shop/open/Orders", "package shop.open;\n" + ORDERS);
    write(arguments, "shop/hidden/Orders", "package shop.hidden;\n" + ORDERS);
    write(arguments, "shop/main/Program", PROGRAM);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
  }

  private void write(List<String> arguments, String name, String text) throws IOException {
    Path file = folder.resolve("src/" + name + ".java");
    Files.createDirectories(file.getParent());
    arguments.add(Files.writeString(file, text).toString());
  }

  private static Path locationOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (java.net.URISyntaxException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  void an_interface_in_a_package_that_is_not_exported_needs_a_lookup() throws Exception {
    ModuleFinder modules = ModuleFinder.of(folder.resolve("out"), locationOf(Retry.class));
    ModuleLayer boot = ModuleLayer.boot();
    Configuration with = boot.configuration().resolve(modules, ModuleFinder.of(), Set.of("shop"));
    ClassLoader loader =
        boot.defineModulesWithOneLoader(with, ClassLoader.getPlatformClassLoader())
            .findLoader("shop");

    Object program = loader.loadClass("shop.main.Program").getConstructor().newInstance();

    assertThat(((Callable<?>) program).call())
        .isEqualTo(
            "pagepage,pagepage,pagepage,pagepage,shop.hidden.Orders of module shop is not open to"
                + " everyone: it must be public, in an exported package, or give a lookup that sees"
                + " it, RetryProxy.of(retry, Orders.class, target, MethodHandles.lookup())");
  }
}
