package dev.reprise.simulator.form;

import dev.reprise.simulator.model.Contender;

/**
 * Converts policies and budgets to properties, as a registry of policies and the Spring Boot
 * starter read them.
 */
public final class PropertiesForm {

  private static final String ROOT = "reprise.policies.";

  private PropertiesForm() {}

  /**
   * Returns two properties, the policy and its budget. The name of the policy is the label in lower
   * case, with hyphens for characters that a name cannot contain.
   *
   * @param contender policy and budget; both must have a text form
   * @return two lines of a properties file
   */
  public static String of(Contender contender) {
    String key = ROOT + name(contender.label());
    return key + "=" + contender.policy() + "\n" + key + ".budget=" + contender.budget() + "\n";
  }

  private static String name(String label) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < label.length(); i++) {
      char c = label.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        name.append((char) (c - 'A' + 'a'));
      } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_') {
        name.append(c);
      } else if (!name.isEmpty() && name.charAt(name.length() - 1) != '-') {
        name.append('-');
      }
    }
    return name.isEmpty() ? "policy" : name.toString();
  }
}
