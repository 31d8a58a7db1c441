package dev.reprise.lab;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Checks the accessibility of pages with axe. */
final class Axe {

  private static final String SCRIPT = "META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

  private Axe() {}

  /** Loads axe into a page. */
  static void load(DevTools page) throws Exception {
    try (InputStream script = Axe.class.getClassLoader().getResourceAsStream(SCRIPT)) {
      String axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      page.evaluate(axe + "; return 0");
    }
  }

  /** Returns the rules that a part of the page breaks, with the elements. */
  static String violations(DevTools page, String part) throws Exception {
    return page.evaluate(
        "const {violations} = await axe.run("
            + part
            + ", {resultTypes: ['violations']});"
            + " return violations.map(each => each.id + ': '"
            + " + each.nodes.map(node => node.html + node.failureSummary).join()).join()");
  }
}
