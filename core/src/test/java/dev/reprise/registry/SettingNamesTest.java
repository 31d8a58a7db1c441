package dev.reprise.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.policy.RetryPolicy;
import org.junit.jupiter.api.Test;

class SettingNamesTest {

  @Test
  void are_those_of_the_text_form_and_the_budget() {
    assertEquals(RetryPolicy.settingNames().size() + 1, SettingNames.KNOWN.size());
    assertTrue(SettingNames.KNOWN.containsAll(RetryPolicy.settingNames()));
    assertNull(SettingNames.mistakeIn("budget"));
    assertNull(SettingNames.mistakeIn("hedge"));
  }
}
