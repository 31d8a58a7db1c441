package dev.reprise.verification.defects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Copies of our classes with planted defects, compiled by the JDK that runs this program. */
public final class BrokenCopies {

  private BrokenCopies() {}

  /**
   * Creates broken copies.
   *
   * @param root the root of the source tree
   * @param defects at least one; several of one class are planted together
   * @param folder an empty one, for both sources and classes
   * @return the folder of the classes, for the start of a class path
   * @throws IllegalStateException if the place of a defect is not found, or the copy does not
   *     compile
   * @throws IOException if a file cannot be read or written
   */
  public static Path compile(Path root, List<Defect> defects, Path folder) throws IOException {
    return compile(texts(root, defects), folder);
  }

  /**
   * Plants defects.
   *
   * @param root the root of the source tree
   * @param defects several of one class are planted together
   * @return the broken sources by their path in a folder of sources
   * @throws IllegalStateException if the place of a defect is not found
   * @throws IOException if a file cannot be read
   */
  public static Map<String, String> texts(Path root, List<Defect> defects) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Defect defect : defects) {
      String text = texts.get(defect.className());
      if (text == null) {
        text = Files.readString(root.resolve(defect.source()));
      }
      texts.put(defect.className(), defect.plantedIn(text));
    }
    return texts;
  }

  /**
   * Compiles with the class path of this process.
   *
   * @param sources texts, by their path in a folder of sources
   * @param folder an empty one, for both sources and classes
   * @return the folder of the classes
   * @throws IllegalStateException if they do not compile
   * @throws IOException if a file cannot be written
   */
  public static Path compile(Map<String, String> sources, Path folder) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> args = new ArrayList<>(List.of("-proc:none", "-nowarn", "-parameters"));
    // The release of the build; the model checker cannot read newer classes.
    args.addAll(List.of("--release", "17"));
    args.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    args.addAll(List.of("-d", classes.toString()));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve("sources").resolve(source.getKey());
      Files.createDirectories(file.getParent());
      args.add(Files.writeString(file, source.getValue()).toString());
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler.run(null, null, null, args.toArray(new String[0])) != 0) {
      throw new IllegalStateException("the sources in " + folder + " do not compile");
    }
    return classes;
  }
}
