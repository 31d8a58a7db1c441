package dev.reprise.verification.concurrency;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.TestInfo;

/**
 * Generates a program for the model checker from each jcstress test: each actor runs in a thread,
 * then the arbiter runs, and a forbidden outcome is an error. The programs are generated as source,
 * since the checker does not follow calls by reflection.
 */
final class Samples {

  private static final String PACKAGE = "dev.reprise.verification.concurrency.samples";

  private static final String SOURCE =
      """
      package %s;

      public final class %s implements Runnable {

        /** Objects reachable from here are shared between threads, for the checker on any JDK. */
        private static Runnable shared;

        private final %s test = new %3$s();
        private final %s result = new %4$s();

        private final class One implements Runnable {
          @Override public void run() { %s }
        }

        private final class Another implements Runnable {
          @Override public void run() { %s }
        }

        private static final class Whole implements Runnable {
          @Override public void run() { new %2$s().run(); }
        }

        public static Runnable whole() { return new Whole(); }

        @Override public void run() {
          shared = this;
          Thread one = new Thread(new One());
          Thread another = new Thread(new Another());
          one.start();
          another.start();
          try {
            one.join();
            another.join();
          } catch (InterruptedException bug) {
            throw new IllegalStateException(bug);
          }
          %s
          String outcome = result.toString();
          if (!java.util.List.of(%s).contains(outcome)) {
            throw new AssertionError(outcome);
          }
        }
      }
      """;

  private Samples() {}

  /** The sources of the samples of some tests, by their paths in a folder of sources. */
  static Map<String, String> of(Collection<String> tests) throws ClassNotFoundException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (String test : tests) {
      sources.put(className(test).replace('.', '/') + ".java", source(Claims.info(test)));
    }
    return sources;
  }

  /** The class of a test's sample. */
  static String className(String test) {
    return PACKAGE + "." + test.replace('.', '_');
  }

  private static String source(TestInfo test) throws ClassNotFoundException {
    String name = className(Claims.shortName(test.name()));
    Class<?> type = Class.forName(test.binaryName());
    List<Method> actors = with(type, Actor.class);
    List<Method> arbiters = with(type, Arbiter.class);
    String result =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> actors.contains(method) || arbiters.contains(method))
            .flatMap(method -> Arrays.stream(method.getParameterTypes()))
            .map(Class::getName)
            .findAny()
            .orElseThrow();
    String mayBe =
        test.cases().stream()
            .filter(outcome -> outcome.expect() != Expect.FORBIDDEN)
            .map(outcome -> '"' + outcome.matchPattern() + '"')
            .collect(Collectors.joining(", "));
    return SOURCE.formatted(
        PACKAGE,
        name.substring(name.lastIndexOf('.') + 1),
        type.getCanonicalName(),
        result,
        call(actors.get(0)),
        call(actors.get(1)),
        arbiters.stream().map(Samples::call).collect(Collectors.joining()),
        mayBe);
  }

  private static List<Method> with(
      Class<?> type, Class<? extends java.lang.annotation.Annotation> mark) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(mark))
        .toList();
  }

  private static String call(Method method) {
    return "test." + method.getName() + (method.getParameterCount() == 0 ? "();" : "(result);");
  }
}
