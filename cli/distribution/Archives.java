import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Parts of the distribution that need no other tool than Java: zip files, and licences of jars. */
final class Archives {

  private Archives() {}

  public static void main(String[] arguments) throws IOException {
    switch (arguments[0]) {
      case "zip" -> zip(Path.of(arguments[1]), Path.of(arguments[2]), Long.parseLong(arguments[3]));
      case "licences" ->
          licences(Path.of(arguments[1]), Path.of(arguments[2]), Path.of(arguments[3]));
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /**
   * Writes a folder to a zip file, sorted, with its permissions.
   *
   * @param seconds time of all entries, in seconds since 1970; even, as zip files have it
   */
  private static void zip(Path folder, Path file, long seconds) throws IOException {
    List<Path> paths;
    try (Stream<Path> all = Files.walk(folder)) {
      paths = all.sorted().toList();
    }
    Map<String, String> options = Map.of("create", "true", "enablePosixFileAttributes", "true");
    try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + file.toUri()), options)) {
      for (Path path : paths) {
        String name = folder.getFileName() + "/" + folder.relativize(path);
        Path to = zip.getPath(name.replace('\\', '/'));
        if (Files.isDirectory(path)) {
          Files.createDirectory(to);
        } else {
          Files.copy(path, to);
        }
        Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(path));
        FileTime time = FileTime.fromMillis(seconds * 1000);
        Files.getFileAttributeView(to, BasicFileAttributeView.class).setTimes(time, time, time);
      }
    }
  }

  /**
   * Writes the licences and notices of jars, each text once, and a list of all jars.
   *
   * @param jars folder of the jars
   * @param texts texts for the jars that contain none, as NAME.txt
   */
  private static void licences(Path jars, Path texts, Path to) throws IOException {
    Files.createDirectories(to);
    Map<String, String> names = new LinkedHashMap<>();
    StringBuilder list = new StringBuilder("Libraries in this distribution, and their licences:\n\n");
    List<Path> sorted;
    try (Stream<Path> all = Files.list(jars)) {
      sorted =
          all.filter(jar -> !String.valueOf(jar.getFileName()).startsWith("reprise-"))
              .sorted()
              .toList();
    }
    for (Path jar : sorted) {
      String name = String.valueOf(jar.getFileName());
      String library = name.replaceFirst("-\\d.*", "");
      Map<String, String> found = contained(jar, library);
      Path text = texts.resolve(library + ".txt");
      if (found.keySet().stream().noneMatch(each -> each.contains("LICEN"))) {
        found.put(library + "-LICENSE.txt", Files.readString(text));
      }
      List<String> files = new ArrayList<>();
      for (Map.Entry<String, String> each : found.entrySet()) {
        String known = names.putIfAbsent(each.getValue(), each.getKey());
        files.add(known == null ? each.getKey() : known);
        Files.writeString(to.resolve(files.get(files.size() - 1)), each.getValue());
      }
      list.append(name).append(": ").append(String.join(", ", files)).append('\n');
    }
    Files.writeString(to.resolve("README.txt"), list);
  }

  private static Map<String, String> contained(Path jar, String library) throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().map(each -> (ZipEntry) each).toList()) {
        if (entry.getName().matches("META-INF/(LICENSE|NOTICE)(\\.txt)?")) {
          try (InputStream in = zip.getInputStream(entry)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String name = entry.getName().replace("META-INF/", "");
            found.put(library + "-" + (name.endsWith(".txt") ? name : name + ".txt"), text);
          }
        }
      }
    }
    return found;
  }
}
