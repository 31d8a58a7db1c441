package dev.reprise.verification.release;

import dev.reprise.verification.release.Bundle.Artifact;
import java.util.List;
import java.util.Set;
import org.w3c.dom.Element;

/** The content that a published Maven file must have, and that which it must not. */
final class PomRules {

  private static final String GROUP = "dev.reprise";

  /** Central demands a text in each of these. */
  private static final List<String> NEEDED =
      List.of(
          "name",
          "description",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name");

  /** A published file stands alone, builds nothing, and names no person or mail address. */
  private static final List<String> FORBIDDEN =
      List.of(
          "parent",
          "build",
          "profiles",
          "modules",
          "repositories",
          "distributionManagement",
          "organization",
          "organizationUrl",
          "email",
          "contributors",
          "mailingLists");

  private final Pom pom;
  private final Artifact artifact;
  private final Set<String> bundled;
  private final String url;
  private final String scm;

  PomRules(Pom pom, Artifact artifact, Set<String> bundled, String url, String scm) {
    this.pom = pom;
    this.artifact = artifact;
    this.bundled = bundled;
    this.url = url;
    this.scm = scm;
  }

  /** Adds each violation to a list. */
  void check(List<String> violations) {
    expect(violations, "groupId", GROUP);
    expect(violations, "artifactId", artifact.id());
    expect(violations, "version", artifact.version());
    expect(violations, "url", url);
    expect(violations, "scm/url", scm);
    expect(violations, "scm/connection", "scm:git:" + scm);
    expect(violations, "licenses/license/name", "Apache-2.0");
    expect(violations, "developers/developer/name", "The Reprise authors");
    for (String path : NEEDED) {
      if (pom.text(path).isEmpty()) {
        add(violations, "has no " + path);
      }
    }
    for (String name : FORBIDDEN) {
      if (pom.has(name)) {
        add(violations, "contains <" + name + ">");
      }
    }
    for (String text : List.of("SNAPSHOT", "${", "example.")) {
      if (pom.source().replace(url, "").replace(scm, "").contains(text)) {
        add(violations, "contains \"" + text + "\"");
      }
    }
    pom.all("dependencies/dependency").forEach(each -> checkDependency(violations, each));
  }

  private void checkDependency(List<String> violations, Element dependency) {
    String name = Pom.text(dependency, "artifactId");
    if (Pom.text(dependency, "version").isEmpty()) {
      add(violations, "depends on " + name + " without a version");
    }
    if (Pom.text(dependency, "scope").equals("test")) {
      add(violations, "depends on " + name + " for tests");
    }
    if (Pom.text(dependency, "groupId").equals(GROUP) && !bundled.contains(name)) {
      add(violations, "depends on " + name + ", which is not in the bundle");
    }
  }

  private void expect(List<String> violations, String path, String expected) {
    if (!pom.text(path).equals(expected)) {
      add(violations, path + " is \"" + pom.text(path) + "\" instead of \"" + expected + "\"");
    }
  }

  private void add(List<String> violations, String text) {
    violations.add(artifact.id() + ".pom " + text);
  }
}
