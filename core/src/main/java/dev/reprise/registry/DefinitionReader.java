package dev.reprise.registry;

import dev.reprise.budget.RetryBudget;
import dev.reprise.internal.text.Suggestion;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.FailureText;
import dev.reprise.text.TextFormatException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads definitions from properties: returns all of them, or a list of all mistakes. */
final class DefinitionReader {

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_-]{1," + RetryRegistry.MAX_NAME_LENGTH + "}");

  private final RegistryProperties given;
  private final RegistryCustomization wiring;
  private final Map<String, DefinitionDraft> drafts = new HashMap<>();

  DefinitionReader(RegistryProperties given, RegistryCustomization wiring) {
    this.given = given;
    this.wiring = wiring;
  }

  Map<String, Definition> read() {
    given.values().forEach(this::sort);
    Map<String, Definition> definitions = new TreeMap<>();
    drafts.forEach(
        (name, draft) -> {
          Definition definition = definition(name, draft);
          if (definition != null) {
            definitions.put(name, definition);
          }
        });
    if (!given.errors().isEmpty()) {
      throw new InvalidSettingsException(
          given.errors().stream().sorted(Comparator.comparing(SettingError::key)).toList());
    }
    return definitions;
  }

  /** Adds a key and its value to the draft of its name. */
  private void sort(String key, String value) {
    if (key.equals(RegistryProperties.ROOT)) {
      given.fail(key, value, "names no policy, expected " + RegistryProperties.ROOT + ".NAME");
      return;
    }
    String rest = key.substring(RegistryProperties.ROOT.length() + 1);
    int dot = rest.indexOf('.');
    String name = dot < 0 ? rest : rest.substring(0, dot);
    if (!NAME.matcher(name).matches()) {
      given.fail(
          key,
          value,
          "a name has 1 to "
              + RetryRegistry.MAX_NAME_LENGTH
              + " characters of a-z, A-Z, 0-9, '_' and '-', but was '"
              + Suggestion.shown(name)
              + "'");
      return;
    }
    DefinitionDraft draft =
        drafts.computeIfAbsent(
            name, one -> new DefinitionDraft(RegistryProperties.ROOT + "." + one));
    if (dot < 0) {
      draft.text = value.strip();
    } else {
      sort(draft, rest.substring(dot + 1), key, value);
    }
  }

  private void sort(DefinitionDraft draft, String setting, String key, String value) {
    String mistake = SettingNames.mistakeIn(setting);
    if (mistake == null) {
      draft.put(setting, value.strip());
    } else {
      draft.wrong = true;
      given.fail(key, value, mistake);
    }
  }

  private @Nullable Definition definition(String name, DefinitionDraft draft) {
    if (draft.isGivenTwice()) {
      fail(
          draft,
          draft.key,
          draft.policyText(),
          "expected either a text or settings, but "
              + draft.settings.keySet()
              + " are set in addition to the text");
    }
    draft.settings.forEach((setting, value) -> check(draft, setting, value));
    String budget = budget(draft);
    RetryPolicy read = draft.wrong && draft.text == null ? null : policy(draft);
    RetryPolicy policy = read == null || draft.wrong ? null : withCode(name, draft, read);
    return read == null || policy == null ? null : new Definition(read, policy, budget);
  }

  /** Reads a single setting. Its combination with other settings is checked later. */
  private void check(DefinitionDraft draft, String setting, String value) {
    String key = draft.key + "." + setting;
    if (TextMistakes.endOfSetting(value, 0) < value.length()) {
      fail(draft, key, value, "expected one value, but there is a blank in it");
      return;
    }
    String before = setting + "=";
    try {
      RetryPolicy.parse(before + value, wiring.loader());
    } catch (TextFormatException mistake) {
      if (mistake.position() >= before.length()) {
        fail(draft, key, value, mistake.reason());
      }
    }
  }

  private @Nullable RetryPolicy policy(DefinitionDraft draft) {
    String text = draft.policyText();
    try {
      return RetryPolicy.parse(text, wiring.loader());
    } catch (TextFormatException mistake) {
      if (draft.text == null) {
        fail(draft, draft.key, text, mistake.reason());
      } else {
        TextMistakes.of(text, wiring.loader(), mistake)
            .forEach((position, reason) -> fail(draft, text, position, reason));
      }
      return null;
    }
  }

  private void fail(DefinitionDraft draft, String text, int position, String reason) {
    String column = position > 0 ? "at column " + (position + 1) + ": " : "";
    fail(draft, draft.key, text, column + reason);
  }

  private @Nullable String budget(DefinitionDraft draft) {
    String text = draft.budget;
    if (text == null) {
      return null;
    }
    try {
      return RetryBudget.parse(text).toString();
    } catch (TextFormatException mistake) {
      fail(draft, draft.key + "." + SettingNames.BUDGET, text, mistake.reason());
      return null;
    }
  }

  private @Nullable RetryPolicy withCode(String name, DefinitionDraft draft, RetryPolicy read) {
    try {
      return wiring.withCode(name, read);
    } catch (IllegalArgumentException refused) {
      String message =
          "the code that adds to policies refused it: "
              + FailureText.describe(refused, Throwable::getMessage);
      fail(draft, draft.key, draft.policyText(), message);
      return null;
    }
  }

  private void fail(DefinitionDraft draft, String key, String value, String message) {
    draft.wrong = true;
    given.fail(key, value, message);
  }
}
