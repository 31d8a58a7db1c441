package dev.reprise.verification.concurrency;

import java.util.List;
import java.util.TreeSet;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.runners.TestList;

/** The tests of jcstress in this module, with their names and claims. */
final class Claims {

  private Claims() {}

  /** The short names of all tests, such as {@code TokensStress.LastTokensGoToOne}. */
  static List<String> names() {
    TreeSet<String> names = new TreeSet<>();
    TestList.tests().forEach(name -> names.add(shortName(name)));
    return List.copyOf(names);
  }

  static String shortName(String name) {
    String outer = name.substring(0, name.lastIndexOf('.'));
    return name.substring(outer.lastIndexOf('.') + 1);
  }

  static TestInfo info(String shortName) {
    return TestList.tests().stream()
        .filter(name -> name.endsWith("." + shortName))
        .findAny()
        .map(TestList::getInfo)
        .orElseThrow(() -> new IllegalArgumentException("no such test: " + shortName));
  }
}
