package dev.reprise.lab;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Tests that begin with the small experiment on the shared page. */
abstract class OnLabPage {

  static LabPage lab;
  static DevTools page;

  @BeforeAll
  static void find() throws Exception {
    lab = LabPage.shared();
    page = lab.page();
  }

  @AfterAll
  static void check() throws Exception {
    if (lab != null) {
      lab.checkConsole();
    }
  }

  @BeforeEach
  void start() throws Exception {
    lab.start();
  }
}
