package dev.reprise.verification.release;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Compares the repositories of two builds. */
final class Comparison {

  private Comparison() {}

  /** Each file that differs, with the entries that do if it is a jar; empty if all are equal. */
  static List<String> differences(Path one, Path other) throws IOException {
    Map<String, Path> left = files(one);
    Map<String, Path> right = files(other);
    if (left.isEmpty()) {
      throw new IOException(one + " contains no files");
    }
    List<String> differences = new ArrayList<>();
    for (String name : names(left, right)) {
      Path first = left.get(name);
      Path second = right.get(name);
      if (first == null || second == null) {
        differences.add(name + " is only in the " + (first == null ? "second" : "first"));
      } else if (Files.mismatch(first, second) >= 0) {
        differences.add(name + inside(name, first, second));
      }
    }
    return differences;
  }

  private static Map<String, Path> files(Path root) throws IOException {
    Bundle bundle = new Bundle(root);
    Map<String, Path> files = new TreeMap<>();
    bundle.files().forEach(file -> files.put(bundle.name(file), file));
    return files;
  }

  private static <T> SortedSet<String> names(Map<String, T> left, Map<String, T> right) {
    SortedSet<String> names = new TreeSet<>(left.keySet());
    names.addAll(right.keySet());
    return names;
  }

  private static String inside(String name, Path first, Path second) throws IOException {
    if (!name.endsWith(".jar")) {
      return " from byte " + Files.mismatch(first, second);
    }
    Map<String, byte[]> left = entries(first);
    Map<String, byte[]> right = entries(second);
    List<String> differing = new ArrayList<>();
    for (String entry : names(left, right)) {
      if (!Arrays.equals(left.get(entry), right.get(entry))) {
        differing.add(entry);
      }
    }
    return differing.isEmpty() ? " in order or times of its entries" : " in " + differing;
  }

  private static Map<String, byte[]> entries(Path jar) throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    try (ZipInputStream in =
        new ZipInputStream(new ByteArrayInputStream(Files.readAllBytes(jar)))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        entries.put(entry.getName(), in.readAllBytes());
      }
    }
    return entries;
  }
}
