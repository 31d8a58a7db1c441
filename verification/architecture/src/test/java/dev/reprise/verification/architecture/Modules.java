package dev.reprise.verification.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The compiled main code of every module, and its module descriptors. */
final class Modules {

  private Modules() {}

  private static final String BOM = "<artifactId>reprise-bom</artifactId>";

  static final JavaClasses MAIN_CODE =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/dev/reprise/verification/"))
          // Relocated copies of foreign classes in the jar for Spark.
          .withImportOption(location -> !location.contains("/dev/reprise/spark/shaded/"))
          .importPackages("dev.reprise");

  /** Folders of the published modules that have no descriptor: their frameworks need none. */
  static final List<String> ON_CLASS_PATH =
      List.of(
          "integrations/spark",
          "rewrite",
          "integrations/spring-boot-starter",
          "integrations/spring-boot-test");

  /** The public packages of modules without a descriptor, by the name of the module. */
  static Map<String, Set<String>> packagesOnClassPath() {
    Set<String> spring = new TreeSet<>();
    for (JavaClass type : MAIN_CODE) {
      String name = type.getPackageName();
      if (name.equals("dev.reprise.spring") || name.startsWith("dev.reprise.spring.")) {
        spring.add(name);
      }
    }
    return Map.of(
        "dev.reprise.rewrite",
        Set.of("dev.reprise.rewrite"),
        "dev.reprise.spark",
        Set.of("dev.reprise.spark"),
        "dev.reprise.spring",
        spring);
  }

  /** The packages that users see. */
  static Set<String> publicPackages() {
    Set<String> packages = new TreeSet<>();
    packagesOnClassPath().values().forEach(packages::addAll);
    descriptors().forEach(module -> packages.addAll(exportsOf(module.name())));
    return packages;
  }

  /** The packages that a module exports to everyone. */
  static Set<String> exportsOf(String module) {
    Set<String> packages = new HashSet<>();
    descriptors().stream()
        .filter(descriptor -> descriptor.name().equals(module))
        .flatMap(descriptor -> descriptor.exports().stream())
        .filter(exported -> !exported.isQualified())
        .forEach(exported -> packages.add(exported.source()));
    return packages;
  }

  /** The descriptors of our own modules on the class path. */
  static List<ModuleDescriptor> descriptors() {
    try {
      return Collections.list(Modules.class.getClassLoader().getResources("module-info.class"))
          .stream()
          .map(Modules::read)
          .filter(descriptor -> descriptor.name().startsWith("dev.reprise"))
          .toList();
    } catch (IOException failure) {
      throw new IllegalStateException("module descriptors cannot be listed", failure);
    }
  }

  /** The folders of the published modules, except that of the BOM. */
  static List<Path> published() throws IOException {
    List<Path> modules = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Sources.root(), 3)) {
      for (Path pom : files.filter(file -> file.endsWith("pom.xml")).toList()) {
        String text = Files.readString(pom);
        if (text.contains("<unpublished>false</unpublished>") && !text.contains(BOM)) {
          modules.add(pom.getParent());
        }
      }
    }
    return modules;
  }

  /** The artifact of a module, by its folder. */
  static String artifact(Path module) throws IOException {
    String pom = Files.readString(module.resolve("pom.xml"));
    String own = pom.substring(pom.indexOf("</parent>"));
    int start = own.indexOf("<artifactId>") + "<artifactId>".length();
    return own.substring(start, own.indexOf("</artifactId>", start));
  }

  /** Location of each module's classes: a jar or a folder, as a URL that ends with a slash. */
  static Set<String> places() {
    Set<String> places = new TreeSet<>();
    for (JavaClass type : MAIN_CODE) {
      String source = type.getSource().orElseThrow().getUri().toString();
      places.add(source.substring(0, source.lastIndexOf("dev/reprise/")));
    }
    return places;
  }

  /** The text at a URL. */
  static String read(String url) throws IOException {
    try (InputStream in = URI.create(url).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static ModuleDescriptor read(URL url) {
    try (InputStream in = url.openStream()) {
      return ModuleDescriptor.read(in);
    } catch (IOException failure) {
      throw new IllegalStateException(url + " cannot be read", failure);
    }
  }
}
