package dev.reprise.verification.concurrency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Copies of classes of ours with defects planted in them, compiled. */
final class BrokenCopies {

  private BrokenCopies() {}

  /**
   * Makes broken copies.
   *
   * @param defects at least one; several of one class are planted together
   * @param folder an empty one
   * @return where the classes are, for the head of a class path
   */
  static Path compile(List<Defect> defects, Path folder) throws IOException {
    return Javac.compile(texts(defects), folder);
  }

  /** The broken sources by their place below a folder of sources. */
  static Map<String, String> texts(List<Defect> defects) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Defect defect : defects) {
      String text = texts.get(defect.className());
      if (text == null) {
        text = Files.readString(Tree.root().resolve(defect.source()));
      }
      texts.put(defect.className(), defect.plantedIn(text));
    }
    return texts;
  }
}
