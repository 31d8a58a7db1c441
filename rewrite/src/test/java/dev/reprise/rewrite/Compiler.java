package dev.reprise.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources with the class path of the tests: the libraries and Reprise. */
final class Compiler {

  private static final Pattern TYPE =
      Pattern.compile("(?m)^(?:public |abstract |final )*(?:class|@?interface|record|enum) (\\w+)");

  private static final Pattern USED =
      Pattern.compile("core.target|reprise-core|failsafe|resilience4j|spring-|jspecify");

  private Compiler() {}

  /**
   * Fails with the errors of the compiler, and the sources.
   *
   * @param sources files in the unnamed package, each of which gets a package of its own
   */
  static void compiles(List<String> sources) {
    List<String> packaged = new ArrayList<>();
    for (String source : sources) {
      packaged.add("package result" + packaged.size() + ";\n" + source);
    }
    try {
      Path classes = Files.createTempDirectory("compiled");
      assertThat(errors(classes, packaged)).as(String.join("\n", packaged)).isEmpty();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The errors of the compiler. */
  private static List<String> errors(Path classes, List<String> sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options =
        List.of("-proc:none", "-d", classes.toString(), "-cp", joined(libraries()));
    List<JavaFileObject> files = new ArrayList<>();
    sources.forEach(source -> files.add(new Source(source)));
    compiler.getTask(null, null, found, options, null, files).call();
    return found.getDiagnostics().stream()
        .filter(it -> it.getKind() == Diagnostic.Kind.ERROR)
        .map(it -> it.getSource() + " " + it.getLineNumber() + ": " + it.getMessage(Locale.ROOT))
        .toList();
  }

  /** Reprise and the libraries that the recipes move from. */
  static List<Path> libraries() {
    return classPath().filter(entry -> USED.matcher(entry.toString()).find()).toList();
  }

  /** The class path of this test. */
  static Stream<Path> classPath() {
    String paths =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(paths.split(File.pathSeparator)).map(Path::of);
  }

  private static String joined(List<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String text) {
      super(URI.create("string:///" + name(text) + ".java"), Kind.SOURCE);
      this.text = text;
    }

    private static String name(String text) {
      Matcher type = TYPE.matcher(text);
      assertThat(type.find()).as(text).isTrue();
      return text.substring("package ".length(), text.indexOf(';')) + "/" + type.group(1);
    }

    @Override
    public CharSequence getCharContent(boolean ignoreErrors) {
      return text;
    }
  }
}
