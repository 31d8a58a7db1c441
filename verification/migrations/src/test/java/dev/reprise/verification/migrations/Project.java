package dev.reprise.verification.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Parser;
import org.openrewrite.Recipe;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.JavaParser;
import org.openrewrite.properties.PropertiesParser;
import org.openrewrite.xml.XmlParser;
import org.openrewrite.yaml.YamlParser;

/** A small project in a folder of its own: it can be migrated, compiled and tested. */
final class Project {

  private final Path root;

  private Project(Path root) {
    this.root = root;
  }

  /** A copy of a project of the resources. */
  static Project copy(String name, Path target) throws IOException {
    Path from = Path.of("src/test/resources/projects", name);
    for (Path file : files(from)) {
      Path to = target.resolve(from.relativize(file));
      Files.createDirectories(to.getParent());
      Files.copy(file, to);
    }
    return new Project(target);
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  /** Runs a recipe on all files; returns the names of those that it changed. */
  List<String> migrate(Recipe recipe) throws IOException {
    List<Throwable> errors = new ArrayList<>();
    ExecutionContext context = new InMemoryExecutionContext(errors::add);
    List<SourceFile> sources = new ArrayList<>();
    JavaParser java = JavaParser.fromJavaVersion().classpath(dependencies().visible()).build();
    sources.addAll(parsed(java, ".java", context));
    sources.addAll(parsed(new XmlParser(), ".xml", context));
    sources.addAll(parsed(new YamlParser(), ".yaml", context));
    sources.addAll(parsed(new PropertiesParser(), ".properties", context));
    List<String> changed = new ArrayList<>();
    InMemoryLargeSourceSet before = new InMemoryLargeSourceSet(sources);
    for (Result result : recipe.run(before, context).getChangeset().getAllResults()) {
      SourceFile after = result.getAfter();
      assertThat(after).isNotNull();
      Files.writeString(root.resolve(after.getSourcePath()), after.printAll());
      changed.add(after.getSourcePath().getFileName().toString());
    }
    assertThat(errors).isEmpty();
    return changed;
  }

  private List<SourceFile> parsed(Parser parser, String ending, ExecutionContext context)
      throws IOException {
    List<Path> files = files(root).stream().filter(it -> it.toString().endsWith(ending)).toList();
    return parser.parse(files, root, context).toList();
  }

  /** The text of a file. */
  String text(String file) throws IOException {
    return Files.readString(root.resolve(file));
  }

  /** All sources and settings, but for the build file. */
  String sources() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path file : files(root.resolve("src"))) {
      all.append(Files.readString(file));
    }
    return all.toString();
  }

  /** Compiles the project, runs its tests, and returns the calls that its server received. */
  List<String> calls(Path classes) throws Exception {
    compile(classes);
    Path resources = root.resolve("src/main/resources");
    URL[] places = {classes.toUri().toURL(), resources.toUri().toURL()};
    ClassLoader own = dependencies().loader(Project.class.getClassLoader());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(places, own)) {
      thread.setContextClassLoader(loader);
      runTests(loader);
      Object calls = loader.loadClass("shop.Server").getField("CALLS").get(null);
      return ((List<?>) calls).stream().map(String::valueOf).toList();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private void compile(Path classes) throws IOException {
    Files.createDirectories(classes);
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-parameters", "-nowarn", "-d", classes.toString()));
    arguments.add("-cp");
    arguments.add(
        String.join(
            File.pathSeparator, dependencies().visible().stream().map(Path::toString).toList()));
    files(root).stream()
        .map(Path::toString)
        .filter(file -> file.endsWith(".java"))
        .forEach(arguments::add);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(result).as("the compiler's result for %s", root).isZero();
  }

  /** Runs the methods with @Test in the order of their names. */
  private void runTests(ClassLoader loader) throws Exception {
    int run = 0;
    for (Path file : files(root.resolve("src/test/java"))) {
      String name = file.getFileName().toString().replace(".java", "");
      Class<?> type = loader.loadClass("shop." + name);
      for (Method method : ordered(type)) {
        method.invoke(type.getConstructor().newInstance());
        run++;
      }
    }
    assertThat(run).isPositive();
  }

  private static List<Method> ordered(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .sorted((one, other) -> one.getName().compareTo(other.getName()))
        .toList();
  }

  private Dependencies dependencies() throws IOException {
    return Dependencies.of(text("pom.xml"));
  }
}
