package dev.reprise.verification.architecture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A Maven file of the source tree, combined with its parents there.
 *
 * @param module the folder of the file as a module of the root names it; "." for the root
 * @param lineage the topmost parent first, the file itself last
 */
record Pom(String module, List<Element> lineage) {

  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");
  private static final String GROUP_OF_PLUGINS = "org.apache.maven.plugins";

  /** The root's file and those of all of its modules. */
  static List<Pom> ofTree(Path root) throws IOException {
    List<Pom> poms = new ArrayList<>();
    Pom top = new Pom(".", lineage(root.resolve("pom.xml")));
    poms.add(top);
    for (Element modules : children(top.project(), "modules").toList()) {
      for (Element module : children(modules, "module").toList()) {
        String name = module.getTextContent().trim();
        poms.add(new Pom(name, lineage(root.resolve(name).resolve("pom.xml"))));
      }
    }
    return poms;
  }

  /** The artifacts that the file and its parents manage, each as "group:artifact". */
  Set<String> managed() {
    Set<String> managed = new TreeSet<>();
    for (Element file : lineage) {
      all(file, "dependencyManagement")
          .flatMap(management -> all(management, "dependency"))
          .forEach(dependency -> managed.add(artifact(dependency)));
    }
    return managed;
  }

  /** The versions in the file and its parents, by "group:artifact". */
  Map<String, Set<String>> versions() {
    Map<String, String> properties = properties();
    Map<String, Set<String>> versions = new TreeMap<>();
    for (Element file : lineage) {
      all(file, "*")
          .filter(element -> !element.getTagName().equals("parent"))
          .filter(element -> text(element, "artifactId").isPresent())
          .forEach(
              element ->
                  text(element, "version")
                      .ifPresent(
                          version ->
                              versions
                                  .computeIfAbsent(artifact(element), any -> new TreeSet<>())
                                  .add(filled(version, properties))));
    }
    return versions;
  }

  private Element project() {
    return lineage.get(lineage.size() - 1);
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    for (Element file : lineage) {
      children(file, "properties")
          .flatMap(block -> children(block, "*"))
          .forEach(
              property -> properties.put(property.getTagName(), property.getTextContent().trim()));
    }
    return properties;
  }

  private static String filled(String text, Map<String, String> properties) {
    return PROPERTY
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(properties.getOrDefault(found.group(1), found.group())));
  }

  private static List<Element> lineage(Path file) throws IOException {
    Element project = parse(file);
    List<Element> lineage = new ArrayList<>();
    Optional<String> parent =
        children(project, "parent").findFirst().flatMap(found -> text(found, "relativePath"));
    if (parent.isPresent()) {
      lineage.addAll(lineage(file.resolveSibling(parent.get()).normalize()));
    }
    lineage.add(project);
    return lineage;
  }

  private static Element parse(Path file) throws IOException {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(file.toFile())
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException failure) {
      throw new IOException(file + " cannot be read", failure);
    }
  }

  private static String artifact(Element element) {
    return text(element, "groupId").orElse(GROUP_OF_PLUGINS)
        + ":"
        + text(element, "artifactId").orElseThrow();
  }

  private static Optional<String> text(Element element, String child) {
    return children(element, child).findFirst().map(found -> found.getTextContent().trim());
  }

  private static Stream<Element> children(Element element, String name) {
    return all(element, name).filter(found -> found.getParentNode() == element);
  }

  /** The elements with a name below another element, at any depth; all of them for "*". */
  private static Stream<Element> all(Element element, String name) {
    NodeList found = element.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(found::item).map(Element.class::cast);
  }
}
