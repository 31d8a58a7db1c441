package dev.reprise.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every exported type and each of its methods has Javadoc with all parameters and the result, and
 * the type or its package states null and threads; a parameter that is a number or a duration has a
 * unit or a range. {@code -Djavadoc.module=batch} checks one module.
 */
class PublicTypesTest {

  @Test
  void public_types_state_null_threads_units_and_ranges() throws Exception {
    Path root = Sources.root();
    Set<String> exported = PublicTypes.exported();
    Map<String, List<Path>> files =
        Sources.ofMainCode().stream()
            .filter(file -> exported.contains(packageOf(root, file)))
            .collect(Collectors.groupingBy(file -> Prose.module(root, file)));
    assertThat(files).containsKeys("core", "integrations/http");
    Map<String, List<String>> findings = new TreeMap<>();
    for (Map.Entry<String, List<Path>> module : files.entrySet()) {
      findings.put(module.getKey(), PublicTypes.gaps(module.getValue()));
    }
    ModuleList.assertClean("PublicTypesTest", "javadoc.module", findings, Set.of());
  }

  @Test
  void a_gap_is_found(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("A.java");
    Files.writeString(
        file,
        """
        package a;

        /** Never null. */
        public interface A {
          /**
           * Waits.
           *
           * @param wait how long
           * @param times at least 1
           */
          void await(Duration wait, int times);

          /** Counts. */
          int count(String text);

          void reset();

          @Override
          String toString();

          class B {}
        }
        """);
    assertThat(PublicTypes.gaps(List.of(file)))
        .containsExactly(
            "A: neither it nor its package states threads",
            "A.await: @param wait states neither unit nor range",
            "A.count: no @param text",
            "A.count: no @return",
            "A.reset: no Javadoc",
            "A.B: no Javadoc");
    Path pack = folder.resolve("package-info.java");
    Files.writeString(pack, "/** Types are safe for use by several threads. */ package a;");
    assertThat(PublicTypes.gaps(List.of(file, pack))).hasSize(5);
  }

  private static String packageOf(Path root, Path file) {
    String name = Sources.name(root, file.getParent());
    return name.substring(name.indexOf("/java/") + 6).replace('/', '.');
  }
}
