package dev.reprise.processor;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Result of compiling sources with the processor, in memory. */
final class Compilation {

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  private final DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
  private final Map<String, OutputFile> written = new LinkedHashMap<>();
  private final boolean passed;

  private Compilation(
      List<String> known,
      List<SourceFile> sources,
      List<String> more,
      List<? extends Processor> processors) {
    List<String> options = new ArrayList<>(List.of("--release", "17", "-Xlint:all,-options"));
    options.addAll(List.of("-Werror", "-proc:full"));
    if (Runtime.version().feature() < 21) {
      options.remove("-proc:full");
    }
    options.addAll(more);
    try (JavaFileManager files = new InMemory()) {
      JavaCompiler.CompilationTask task =
          COMPILER.getTask(null, files, diagnostics, options, known, sources);
      task.setProcessors(processors);
      passed = task.call();
    } catch (java.io.IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }

  /** Compiles sources, by the names of their classes. */
  static Compilation of(Map<String, String> sources) {
    return of(sources, List.of(), new RetryableProcessor());
  }

  /** Compiles sources with more options of the compiler, and with the processors in this order. */
  static Compilation of(
      Map<String, String> sources, List<String> options, Processor... processors) {
    return new Compilation(
        List.of(),
        sources.entrySet().stream()
            .map(source -> new SourceFile(source.getKey(), source.getValue()))
            .toList(),
        options,
        List.of(processors));
  }

  /** Processes a compiled class. */
  static Compilation of(Class<?> known) {
    return new Compilation(
        List.of(known.getCanonicalName()), List.of(), List.of(), List.of(new RetryableProcessor()));
  }

  /** Returns the errors and warnings of the compiler, one on each line. */
  String messages() {
    return diagnostics.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
        .map(
            diagnostic ->
                diagnostic.getKind()
                    + " line "
                    + diagnostic.getLineNumber()
                    + ": "
                    + diagnostic.getMessage(null))
        .collect(Collectors.joining("\n"));
  }

  Compilation assertPassed() {
    if (!passed || !messages().isEmpty()) {
      throw new AssertionError(messages() + "\n" + written.values());
    }
    return this;
  }

  boolean passed() {
    return passed;
  }

  /** Returns the text of a generated source; null if there is none with this name. */
  String source(String name) {
    OutputFile source = written.get(name + JavaFileObject.Kind.SOURCE);
    return source == null ? null : source.toString();
  }

  /** Returns a class loader with the compiled classes and those of the tests. */
  ClassLoader loader() {
    return new ClassLoader(Compilation.class.getClassLoader()) {
      @Override
      protected Class<?> findClass(String name) throws ClassNotFoundException {
        OutputFile found = written.get(name + JavaFileObject.Kind.CLASS);
        if (found == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] code = found.bytes.toByteArray();
        return defineClass(name, code, 0, code.length);
      }
    };
  }

  private final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

    InMemory() {
      super(COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8));
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      OutputFile file = new OutputFile(className, kind);
      written.put(className + kind, file);
      return file;
    }
  }

  private static final class SourceFile extends SimpleJavaFileObject {
    private final String text;

    SourceFile(String className, String text) {
      super(URI.create("memory:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreErrors) {
      return text;
    }
  }

  private static final class OutputFile extends SimpleJavaFileObject {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    OutputFile(String className, Kind kind) {
      super(URI.create("memory:///" + className.replace('.', '/') + kind.extension), kind);
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreErrors) {
      return toString();
    }

    @Override
    public String toString() {
      return kind == Kind.CLASS ? getName() : bytes.toString(StandardCharsets.UTF_8);
    }
  }
}
