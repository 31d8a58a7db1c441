package dev.reprise.verification.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The headers of OSGi say what the module descriptors say. */
class OsgiHeadersTest {

  /** The packages of modules that some descriptor requires "static". */
  private static final Map<String, String> PACKAGES =
      Map.ofEntries(
          Map.entry("com.github.luben.zstd_jni", "com.github.luben.zstd"),
          Map.entry("dev.reprise.batch", "dev.reprise.batch"),
          Map.entry("dev.reprise.idempotency", "dev.reprise.idempotency"),
          Map.entry("io.opentelemetry.instrumentation_api", "io.opentelemetry.instrumentation"),
          Map.entry("jakarta.servlet", "jakarta.servlet"),
          Map.entry("jdk.httpserver", "com.sun.net.httpserver"),
          Map.entry("jdk.jfr", "jdk.jfr"),
          Map.entry("kotlinx.coroutines.test", "kotlinx.coroutines.test"),
          Map.entry("org.jspecify", "org.jspecify"),
          Map.entry("org.junit.jupiter.api", "org.junit"),
          Map.entry(
              "software.amazon.awssdk.services.kinesis", "software.amazon.awssdk.services.kinesis"),
          Map.entry("software.amazon.awssdk.services.sqs", "software.amazon.awssdk.services.sqs"),
          Map.entry("spring.core", "org.springframework"),
          Map.entry("spring.web", "org.springframework"),
          Map.entry("spring.webflux", "org.springframework"));

  static List<Path> jars() {
    return BuiltBundles.jars();
  }

  /** The clauses of a header, by package; each with its attributes and directives as text. */
  private static Map<String, String> clauses(Path jar, String header) {
    Map<String, String> clauses = new TreeMap<>();
    String text = BuiltBundles.manifest(jar).getValue(header);
    for (String clause : text.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")) {
      int end = clause.indexOf(';');
      clauses.put(
          end < 0 ? clause : clause.substring(0, end), end < 0 ? "" : clause.substring(end));
    }
    return clauses;
  }

  @ParameterizedTest
  @MethodSource("jars")
  void exports_the_packages_of_the_descriptor_in_the_version_of_the_bundle(Path jar) {
    ModuleDescriptor descriptor = BuiltBundles.descriptor(jar);
    Map<String, String> exported = clauses(jar, "Export-Package");
    String version =
        BuiltBundles.manifest(jar)
            .getValue("Bundle-Version")
            .replaceFirst("^(\\d+\\.\\d+\\.\\d+).*", "$1");
    assertThat(exported.keySet())
        .isEqualTo(descriptor.exports().stream().map(Exports::source).collect(Collectors.toSet()));
    assertThat(exported.values())
        .allSatisfy(clause -> assertThat(clause).contains(";version=\"" + version + "\""));
  }

  @ParameterizedTest
  @MethodSource("jars")
  void an_import_is_optional_if_the_descriptor_requires_its_module_static(Path jar) {
    Set<String> optional = new TreeSet<>();
    for (Requires required : BuiltBundles.descriptor(jar).requires()) {
      if (required.modifiers().contains(Requires.Modifier.STATIC)) {
        assertThat(PACKAGES).containsKey(required.name());
        optional.add(PACKAGES.get(required.name()));
      }
    }
    clauses(jar, "Import-Package")
        .forEach(
            (name, clause) ->
                assertThat(clause.contains("resolution:=optional"))
                    .as(name)
                    .isEqualTo(
                        optional.stream()
                            .anyMatch(each -> name.equals(each) || name.startsWith(each + "."))));
  }

  @ParameterizedTest
  @MethodSource("jars")
  void imports_nothing_internal_and_our_packages_below_the_next_minor_version(Path jar) {
    List<String> versions = new ArrayList<>();
    clauses(jar, "Import-Package")
        .forEach(
            (name, clause) -> {
              if (name.startsWith("dev.reprise")) {
                assertThat(name.split("\\.")).doesNotContain("internal");
                versions.add(clause.replaceAll(".*version=\"\\[(.*?),(.*?)\\)\".*", "$1 $2"));
              }
            });
    assertThat(versions)
        .allSatisfy(
            range -> {
              String[] bounds = range.split("[. ]", -1);
              assertThat(bounds).as(range).hasSize(4);
              assertThat(Integer.parseInt(bounds[3])).isEqualTo(Integer.parseInt(bounds[1]) + 1);
            });
  }

  @Test
  void each_bundle_has_a_name_of_its_own() {
    List<String> names =
        jars().stream()
            .map(jar -> BuiltBundles.manifest(jar).getValue("Bundle-SymbolicName"))
            .toList();
    assertThat(names).doesNotHaveDuplicates().contains("dev.reprise.core", "dev.reprise.jdk-http");
    assertThat(names).allSatisfy(name -> assertThat(name).startsWith("dev.reprise."));
  }
}
