package dev.reprise.verification.concurrency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/** The compiler of this JDK. */
final class Javac {

  private Javac() {}

  /**
   * Compiles against the class path of this process.
   *
   * @param sources texts, by their places below a folder of sources
   * @param folder an empty one, which gets both sources and classes
   * @return the folder of the classes
   */
  static Path compile(Map<String, String> sources, Path folder) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> args = new ArrayList<>(List.of("-proc:none", "-nowarn", "-parameters"));
    // As everything is compiled: newer classes are none that the checker looks into.
    args.addAll(List.of("--release", "17"));
    args.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    args.addAll(List.of("-d", classes.toString()));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve("sources").resolve(source.getKey());
      Files.createDirectories(file.getParent());
      args.add(Files.writeString(file, source.getValue()).toString());
    }
    String[] line = args.toArray(new String[0]);
    if (ToolProvider.getSystemJavaCompiler().run(null, null, null, line) != 0) {
      throw new IllegalStateException("the sources in " + folder + " do not compile");
    }
    return classes;
  }
}
