package dev.reprise.verification.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A published Maven file.
 *
 * @param project its root element
 * @param source its text
 */
record Pom(Element project, String source) {

  /** Reads a file. */
  static Pom read(Path file) throws IOException {
    try {
      Element project =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getDocumentElement();
      return new Pom(project, Files.readString(file));
    } catch (ParserConfigurationException | SAXException failure) {
      throw new IOException(file + " cannot be read", failure);
    }
  }

  /** The elements at a path such as {@code "licenses/license"}. */
  List<Element> all(String path) {
    List<Element> found = List.of(project);
    for (String name : path.split("/", -1)) {
      found = found.stream().flatMap(element -> children(element, name).stream()).toList();
    }
    return found;
  }

  /** The text at a path, without blanks around it; empty if nothing is there. */
  String text(String path) {
    return all(path).stream().map(each -> each.getTextContent().strip()).findFirst().orElse("");
  }

  /** The text of a child; empty if there is none. */
  static String text(Element element, String child) {
    return children(element, child).stream()
        .map(each -> each.getTextContent().strip())
        .findFirst()
        .orElse("");
  }

  /** Returns whether an element with this name is anywhere in the file. */
  boolean has(String name) {
    return project.getElementsByTagName(name).getLength() > 0;
  }

  private static List<Element> children(Element element, String name) {
    List<Element> children = new ArrayList<>();
    NodeList nodes = element.getChildNodes();
    for (int i = 0; i < nodes.getLength(); i++) {
      Node node = nodes.item(i);
      if (node instanceof Element child && child.getTagName().equals(name)) {
        children.add(child);
      }
    }
    return children;
  }
}
