package dev.reprise.verification.defects;

import java.util.List;
import java.util.stream.Stream;

/**
 * A defect of a driver.
 *
 * @param part the part of the drivers that it is planted in
 * @param defect the planted defect
 * @param foundBy the scenario of the contract that must fail
 */
record DriverDefect(String part, Defect defect, String foundBy) {

  private static final String CORE = "core/src/main/java/dev/reprise/";

  DriverDefect(
      String part, String what, String source, String right, String wrong, String foundBy) {
    this(part, new Defect(what, CORE + source, right, wrong), foundBy);
  }

  /** All planted defects. */
  static List<DriverDefect> all() {
    return Stream.of(
            BlockingDefects.ALL,
            TokenDefects.ALL,
            AsyncDefects.ALL,
            FutureDefects.ALL,
            HedgedDefects.ALL,
            DrivenDefects.ALL,
            SettlementDefects.ALL,
            ObserverDefects.ALL)
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public String toString() {
    return defect.source().substring(defect.source().lastIndexOf('/') + 1).replace(".java", "")
        + ": "
        + defect.what();
  }
}
