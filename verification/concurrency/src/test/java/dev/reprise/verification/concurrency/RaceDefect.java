package dev.reprise.verification.concurrency;

import dev.reprise.verification.defects.Defect;
import java.util.List;

/**
 * A planted defect, and the tests that must find it.
 *
 * @param round defects of one round are compiled together, and found by different tests
 * @param planted the defect
 * @param foundBy the tests that observe a forbidden outcome, or the models that fail
 */
record RaceDefect(int round, Defect planted, List<String> foundBy) {

  RaceDefect(int round, String what, String source, String right, String wrong, String... foundBy) {
    this(round, new Defect(what, source, right, wrong), List.of(foundBy));
  }

  /** A row of a table: the defect, its class, and the tests that find it. */
  String row() {
    String source = planted.source();
    String file = source.substring(source.lastIndexOf('/') + 1);
    String type = file.substring(0, file.lastIndexOf('.'));
    return "| " + planted.what() + " | `" + type + "` | `" + String.join("`, `", foundBy) + "` |";
  }
}
