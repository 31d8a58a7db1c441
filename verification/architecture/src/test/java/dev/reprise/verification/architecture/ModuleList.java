package dev.reprise.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Findings by module, for rules that some modules do not keep yet. */
final class ModuleList {

  private ModuleList() {}

  /**
   * Fails if a module has findings and is not listed as unfinished. The system property named
   * {@code property} selects one module, even an unfinished one.
   */
  static void assertClean(
      String test, String property, Map<String, List<String>> findings, Set<String> unfinished) {
    String selected = System.getProperty(property);
    findings.forEach(
        (module, found) -> {
          boolean checked =
              selected == null ? !unfinished.contains(module) : selected.equals(module);
          assertThat(checked ? found : List.of())
              .as("%s: %d findings; %s", module, found.size(), howToRun(test, property, module))
              .isEmpty();
        });
  }

  private static String howToRun(String test, String property, String module) {
    return "for this module alone: ./mvnw -q -Dquick -pl verification/architecture -am test"
        + (" -Dsurefire.failIfNoSpecifiedTests=false -Dtest=" + test)
        + (" -D" + property + "=" + module);
  }
}
