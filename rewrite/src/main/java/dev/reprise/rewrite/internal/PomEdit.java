package dev.reprise.rewrite.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.openrewrite.xml.AddToTagVisitor;
import org.openrewrite.xml.tree.Content;
import org.openrewrite.xml.tree.Xml;

/** Changes the dependencies of a Maven project. */
final class PomEdit {

  private static final String GROUP = "dev.reprise";
  private static final String BOM = "reprise-bom";
  private static final String DEPENDENCY = "dependency";

  private final List<Peer.Replacement> artifacts;
  private final Survey survey;
  private final Path pom;

  PomEdit(List<Peer.Replacement> artifacts, Survey survey, Path pom) {
    this.artifacts = artifacts;
    this.survey = survey;
    this.pom = pom;
  }

  static boolean isPom(Xml.Document document) {
    return document.getSourcePath().getFileName().toString().equals("pom.xml")
        && document.getRoot().getName().equals("project");
  }

  static Survey.Module moduleOf(Xml.Document document) {
    Xml.Tag root = document.getRoot();
    return new Survey.Module(
        root.getChildValue("artifactId").orElse(""),
        root.getChild("parent").flatMap(it -> it.getChildValue("artifactId")).orElse(""));
  }

  /** Returns true if a pom manages the version of one of these artifacts. */
  static boolean managesAny(Xml.Document document, List<Peer.Replacement> artifacts) {
    return managed(document.getRoot()).stream()
        .anyMatch(tag -> artifacts.stream().anyMatch(artifact -> isOf(tag, artifact)));
  }

  Xml.Document apply(Xml.Document document) {
    boolean managing = managesAny(document, artifacts);
    List<Xml.Tag> holders = holders(document.getRoot());
    if (!managing && holders.stream().allMatch(it -> needed(dependencies(it)).isEmpty())) {
      return document;
    }
    Xml.Document changed = document;
    for (int i = 0; i < holders.size(); i++) {
      List<Xml.Tag> own = dependencies(holders.get(i));
      for (String artifact : needed(own)) {
        Xml.Tag holder = holders(changed.getRoot()).get(i);
        changed = withDependency(changed, holder, artifact, scopeOf(own, artifact));
      }
    }
    if (managing || !survey.isManagedElsewhere(pom)) {
      changed = withBom(changed);
    }
    Xml.Tag root = withoutLibrary(changed.getRoot(), managing);
    return Trees.isSame(root, changed.getRoot()) ? changed : changed.withRoot(root);
  }

  /** The tags that have dependencies: the project, and its profiles. */
  private static List<Xml.Tag> holders(Xml.Tag root) {
    List<Xml.Tag> holders = new ArrayList<>();
    holders.add(root);
    root.getChild("profiles").ifPresent(it -> holders.addAll(it.getChildren("profile")));
    return holders;
  }

  private static List<Xml.Tag> dependencies(Xml.Tag root) {
    return root.getChild("dependencies").map(it -> it.getChildren(DEPENDENCY)).orElse(List.of());
  }

  /** The artifacts of ours that replace those of the library which the pom names. */
  private Set<String> needed(List<Xml.Tag> dependencies) {
    Set<String> needed = new LinkedHashSet<>();
    for (Xml.Tag tag : dependencies) {
      for (Peer.Replacement artifact : artifacts) {
        boolean used = survey.needsReprise(pom) || !survey.needsLibrary(pom, false);
        if (isOf(tag, artifact) && used) {
          needed.add(artifact.ours());
        }
      }
    }
    return needed;
  }

  private String scopeOf(List<Xml.Tag> dependencies, String ours) {
    List<String> scopes = new ArrayList<>();
    for (Xml.Tag tag : dependencies) {
      for (Peer.Replacement artifact : artifacts) {
        if (isOf(tag, artifact) && artifact.ours().equals(ours)) {
          scopes.add(tag.getChildValue("scope").orElse("compile"));
        }
      }
    }
    return scopes.stream().allMatch("test"::equals) ? "test" : "compile";
  }

  private static Xml.Document withDependency(
      Xml.Document document, Xml.Tag holder, String artifact, String scope) {
    Xml.Tag list = holder.getChild("dependencies").orElseThrow();
    boolean present =
        list.getChildren(DEPENDENCY).stream()
            .anyMatch(tag -> isOf(tag, new Peer.Replacement(GROUP, artifact, artifact)));
    String end = scope.equals("test") ? "<scope>test</scope>\n</dependency>" : "</dependency>";
    return present ? document : added(document, list, start(artifact) + end);
  }

  private static String start(String artifact) {
    return "<dependency>\n<groupId>"
        + GROUP
        + "</groupId>\n<artifactId>"
        + artifact
        + "</artifactId>\n";
  }

  private static Xml.Document withBom(Xml.Document document) {
    Xml.Tag root = document.getRoot();
    Peer.Replacement ours = new Peer.Replacement(GROUP, BOM, BOM);
    if (managed(root).stream().anyMatch(tag -> isOf(tag, ours))) {
      return document;
    }
    String bom =
        start(BOM)
            + "<version>"
            + version()
            + "</version>\n<type>pom</type>\n<scope>import</scope>\n</dependency>";
    Optional<Xml.Tag> management =
        root.getChild("dependencyManagement").flatMap(it -> it.getChild("dependencies"));
    return management.isPresent()
        ? added(document, management.get(), bom)
        : added(
            document,
            root,
            "<dependencyManagement>\n<dependencies>\n"
                + bom
                + "\n</dependencies>\n</dependencyManagement>");
  }

  private static Xml.Document added(Xml.Document document, Xml.Tag scope, String text) {
    return (Xml.Document)
        new AddToTagVisitor<Integer>(scope, Xml.Tag.build(text)).visitNonNull(document, 0);
  }

  private Xml.Tag withoutLibrary(Xml.Tag root, boolean managing) {
    Xml.Tag changed = root;
    if (!survey.needsLibrary(pom, false)) {
      changed = without(changed, "dependencies");
      Optional<Xml.Tag> profiles = changed.getChild("profiles");
      if (profiles.isPresent()) {
        changed = with(changed, profiles.get(), withoutLibrary(profiles.get()));
      }
    }
    if (managing && !survey.needsLibrary(pom, true)) {
      Xml.Tag management = changed.getChild("dependencyManagement").orElseThrow();
      changed = with(changed, management, without(management, "dependencies"));
    }
    return changed;
  }

  private Xml.Tag withoutLibrary(Xml.Tag profiles) {
    Xml.Tag changed = profiles;
    for (Xml.Tag profile : profiles.getChildren("profile")) {
      changed = with(changed, profile, without(profile, "dependencies"));
    }
    return changed;
  }

  private Xml.Tag without(Xml.Tag parent, String list) {
    Optional<Xml.Tag> dependencies = parent.getChild(list);
    if (dependencies.isEmpty() || dependencies.get().getContent() == null) {
      return parent;
    }
    List<Content> kept = new ArrayList<>();
    for (Content content : Objects.requireNonNull(dependencies.get().getContent())) {
      boolean ofLibrary =
          content instanceof Xml.Tag tag
              && artifacts.stream().anyMatch(artifact -> isOf(tag, artifact));
      if (!ofLibrary) {
        kept.add(content);
      }
    }
    return with(parent, dependencies.get(), dependencies.get().withContent(kept));
  }

  private static Xml.Tag with(Xml.Tag parent, Xml.Tag old, Xml.Tag changed) {
    if (Trees.isSame(old, changed)) {
      return parent;
    }
    List<Content> contents = new ArrayList<>();
    for (Content content : Objects.requireNonNull(parent.getContent())) {
      contents.add(Trees.isSame(content, old) ? changed : content);
    }
    return parent.withContent(contents);
  }

  private static List<Xml.Tag> managed(Xml.Tag root) {
    return root.getChild("dependencyManagement")
        .flatMap(it -> it.getChild("dependencies"))
        .map(it -> it.getChildren(DEPENDENCY))
        .orElse(List.of());
  }

  private static boolean isOf(Xml.Tag tag, Peer.Replacement artifact) {
    return tag.getName().equals(DEPENDENCY)
        && tag.getChildValue("groupId").orElse("").equals(artifact.group())
        && tag.getChildValue("artifactId").orElse("").equals(artifact.artifact());
  }

  private static String version() {
    try (InputStream in = PomEdit.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(Objects.requireNonNull(in));
      return properties.getProperty("version");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
