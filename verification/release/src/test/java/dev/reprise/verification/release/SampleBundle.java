package dev.reprise.verification.release;

import dev.reprise.verification.release.Bundle.Artifact;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A small repository that keeps all rules, which a test then breaks. */
final class SampleBundle {

  static final String URL = "https://host.test/reprise";
  static final String SCM = "https://host.test/reprise.git";
  private static final String VERSION = "1.2.3";

  private final Path root;

  SampleBundle(Path root) throws IOException {
    this.root = root;
    module("reprise-core", "");
    module("reprise-batch", dependency("reprise-core", "<version>" + VERSION + "</version>"));
    Path bom = artifact("reprise-bom").file(".pom");
    Files.createDirectories(bom.getParent());
    Files.writeString(bom, pom("reprise-bom", "<packaging>pom</packaging>"));
    sbom("reprise-bom");
  }

  Path root() {
    return root;
  }

  List<String> violations() throws IOException {
    return new BundleRules(new Bundle(root), URL, SCM).violations();
  }

  /** Adds a module with all of its files. */
  void module(String name, String addition) throws IOException {
    Artifact artifact = artifact(name);
    Files.createDirectories(artifact.folder());
    Files.writeString(artifact.file(".pom"), pom(name, addition));
    sbom(name);
    for (String ending : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
      jar(artifact.file(ending), Map.of());
    }
  }

  Artifact artifact(String name) {
    return new Artifact(root.resolve("dev/reprise").resolve(name).resolve(VERSION));
  }

  /** Replaces a text in a module's POM. */
  void replace(String name, String text, String replacement) throws IOException {
    Path pom = artifact(name).file(".pom");
    Files.writeString(pom, Files.readString(pom).replace(text, replacement));
  }

  /** Writes a jar with the licence, the notice and other entries; an empty text removes one. */
  static void jar(Path file, Map<String, String> others) throws IOException {
    Map<String, String> entries = new TreeMap<>();
    entries.put("META-INF/LICENSE", "Apache License");
    entries.put("META-INF/NOTICE", "Reprise");
    entries.putAll(others);
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, String> each : entries.entrySet()) {
        if (!each.getValue().isEmpty()) {
          ZipEntry entry = new ZipEntry(each.getKey());
          entry.setTime(0);
          zip.putNextEntry(entry);
          zip.write(each.getValue().getBytes(StandardCharsets.UTF_8));
          zip.closeEntry();
        }
      }
    }
  }

  static String dependency(String name, String more) {
    return "<dependencies><dependency><groupId>dev.reprise</groupId><artifactId>"
        + (name + "</artifactId>" + more)
        + "</dependency></dependencies>";
  }

  private void sbom(String name) throws IOException {
    Files.writeString(artifact(name).file("-cyclonedx.json"), "{}");
    Files.writeString(artifact(name).file("-cyclonedx.xml"), "<bom/>");
  }

  private static String pom(String name, String addition) {
    return """
    <project>
      <groupId>dev.reprise</groupId>
      <artifactId>%s</artifactId>
      <version>%s</version>
      <name>A name</name>
      <description>A description.</description>
      <url>%s</url>
      <licenses><license><name>Apache-2.0</name><url>https://licence.test</url></license></licenses>
      <developers><developer><name>The Reprise authors</name></developer></developers>
      <scm><connection>scm:git:%s</connection><url>%s</url></scm>
      %s
    </project>
    """
        .formatted(name, VERSION, URL, SCM, SCM, addition);
  }
}
