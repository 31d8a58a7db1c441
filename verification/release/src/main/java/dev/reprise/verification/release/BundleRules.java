package dev.reprise.verification.release;

import dev.reprise.verification.release.Bundle.Artifact;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The rules of Maven Central for a bundle, and those of the project in addition. */
final class BundleRules {

  private static final List<String> OF_EACH = List.of(".pom", "-cyclonedx.json", "-cyclonedx.xml");
  private static final List<String> JARS = List.of(".jar", "-sources.jar", "-javadoc.jar");

  /** Parts of the names of modules that are not for users. */
  private static final List<String> INTERNAL =
      List.of("-parent", "-build", "-cli", "-testbed", "-verification", "-example");

  private final Bundle bundle;
  private final String url;
  private final String scm;
  private final List<String> violations = new ArrayList<>();

  /**
   * Rules for a bundle.
   *
   * @param url the page of the project that each POM must name
   * @param scm the address of the repository that each POM must name
   */
  BundleRules(Bundle bundle, String url, String scm) {
    this.bundle = bundle;
    this.url = url;
    this.scm = scm;
  }

  /** Each broken rule, with the file that breaks it; empty if there is none. */
  List<String> violations() throws IOException {
    violations.clear();
    List<Artifact> artifacts = bundle.artifacts();
    Set<String> names = new TreeSet<>();
    Set<Path> expected = new TreeSet<>();
    artifacts.forEach(artifact -> names.add(artifact.id()));
    if (!names.contains("reprise-bom")) {
      violations.add("reprise-bom is missing");
    }
    for (Artifact artifact : artifacts) {
      checkName(artifact);
      Pom pom = Pom.read(artifact.file(".pom"));
      new PomRules(pom, artifact, names, url, scm).check(violations);
      expected.addAll(checkFiles(artifact, pom));
    }
    for (Path file : bundle.files()) {
      if (!expected.contains(file)) {
        violations.add(bundle.name(file) + " does not belong to the bundle");
      }
    }
    return List.copyOf(violations);
  }

  private void checkName(Artifact artifact) {
    for (String part : INTERNAL) {
      if (artifact.id().contains(part)) {
        violations.add(artifact.id() + " is not for users");
      }
    }
    if (artifact.version().contains("SNAPSHOT")) {
      violations.add(artifact.id() + " has the version " + artifact.version());
    }
  }

  private Set<Path> checkFiles(Artifact artifact, Pom pom) throws IOException {
    Set<Path> expected = new TreeSet<>();
    OF_EACH.forEach(ending -> expected.add(artifact.file(ending)));
    if (!pom.text("packaging").equals("pom")) {
      JARS.forEach(ending -> expected.add(artifact.file(ending)));
    }
    for (Path file : expected) {
      if (!Files.exists(file)) {
        violations.add(bundle.name(file) + " is missing");
      } else if (file.toString().endsWith(".jar")) {
        checkJar(file);
      }
    }
    return expected;
  }

  private void checkJar(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      checkText(zip, jar, "META-INF/LICENSE", "Apache License");
      checkText(zip, jar, "META-INF/NOTICE", "Reprise");
    }
  }

  private void checkText(ZipFile zip, Path jar, String name, String text) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      violations.add(bundle.name(jar) + " does not contain " + name);
      return;
    }
    try (InputStream in = zip.getInputStream(entry)) {
      if (!new String(in.readAllBytes(), StandardCharsets.UTF_8).contains(text)) {
        violations.add(bundle.name(jar) + ": " + name + " does not contain \"" + text + "\"");
      }
    }
  }
}
