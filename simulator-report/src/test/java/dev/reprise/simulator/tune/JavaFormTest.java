package dev.reprise.simulator.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.form.JavaForm;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.preset.Presets;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaFormTest {

  @TempDir Path classes;

  @Test
  void the_printed_code_compiles_and_builds_the_same_policy_and_budget() throws Exception {
    List<Contender> contenders = contenders();
    StringBuilder source = new StringBuilder();
    JavaForm.imports().forEach(name -> source.append("import ").append(name).append(";\n"));
    source.append("public class Printed {\n");
    for (int i = 0; i < contenders.size(); i++) {
      source
          .append("public static Object[] number" + i + "() {\n")
          .append(JavaForm.of(contenders.get(i)))
          .append("return new Object[] {policy, budget};\n}\n");
    }
    compile(source.append("}\n").toString());
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      Class<?> printed = loader.loadClass("Printed");
      for (int i = 0; i < contenders.size(); i++) {
        Object[] built = (Object[]) printed.getMethod("number" + i).invoke(null);
        assertThat(built[0]).isEqualTo(contenders.get(i).policy());
        assertThat(built[1]).hasToString(contenders.get(i).budget().toString());
      }
    }
  }

  private static List<Contender> contenders() {
    Contender from = new Contender("x", RetryPolicy.defaults(), RetryBudget.standard());
    List<Contender> all = new ArrayList<>();
    all.addAll(
        Space.around(from)
            .with("backoff", "none, exponential, decorrelated, elapsed, contention, fixed")
            .with("jitter", "none, full, equal, proportional(0.25)")
            .with("attempts", "2, unlimited")
            .draw(150, from, SimulationRandom.of(11)));
    for (String policy :
        List.of(
            "maxAttempts=2 within=1.5ms attemptTimeout=250us backoff=fibonacci(10ms, cap=1s)",
            "maxAttempts=3 within=unlimited backoff=elapsed idempotency=idempotent",
            "maxAttempts=unlimited within=1h backoff=contention(cap=1s)")) {
      all.add(new Contender("x", RetryPolicy.parse(policy), RetryBudget.none()));
    }
    return all;
  }

  private void compile(String source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///Printed.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options =
        List.of("-d", classes.toString(), "-proc:none", "-classpath", pathOfCore());
    java.io.StringWriter said = new java.io.StringWriter();
    boolean compiled = compiler.getTask(said, null, null, options, null, List.of(file)).call();
    assertThat(compiled).as(said.toString()).isTrue();
  }

  private static String pathOfCore() {
    return Stream.of(RetryPolicy.class)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
        .map(location -> Path.of(URI.create(location.toString())).toString())
        .collect(Collectors.joining(java.io.File.pathSeparator));
  }

  @Test
  void the_printed_code_has_the_usual_form() {
    Contender contender =
        new Contender(
            "x",
            RetryPolicy.parse(
                "maxAttempts=4 within=30s backoff=exponential(100ms, x2, floor=10ms, cap=20s,"
                    + " jitter=full)"),
            RetryBudget.bucket(500, 5));
    assertThat(JavaForm.of(contender))
        .isEqualTo(
            """
            RetryPolicy policy =
                RetryPolicy.builder()
                    .maxAttempts(4)
                    .within(Duration.ofSeconds(30))
                    .backoff(
                        Backoff.exponential(Duration.ofMillis(100), 2)
                            .withFloor(Duration.ofMillis(10))
                            .cappedAt(Duration.ofSeconds(20))
                            .jitter(Jitter.full()))
                    .build();
            RetryBudget budget = RetryBudget.bucket(500, 5);
            """);
    assertThat(JavaForm.of(Presets.named("grpc")))
        .contains("null /* its backoff is code: custom(grpc-100ms-x2-1s-20pct) */");
  }
}
