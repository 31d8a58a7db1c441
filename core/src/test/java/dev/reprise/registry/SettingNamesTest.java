package dev.reprise.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingNamesTest {

  @Test
  void are_those_of_the_text_form_and_the_budget() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> RetryPolicy.parse("unknown=1"))
            .getMessage();
    String list = message.replaceAll("(?s).*expected one of (.*) \\(column.*", "$1");
    List<String> names = new ArrayList<>(List.of(list.split(", ")));
    names.add("budget");

    assertEquals(names.stream().sorted().toList(), SettingNames.KNOWN);
  }
}
