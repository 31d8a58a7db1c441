package dev.reprise.simulator.model;

import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values of the parameters of a kind of situation. Immutable; each value is validated when it is
 * set.
 */
public final class Settings {

  private final List<Parameter<?>> parameters;
  private final Map<String, String> texts;

  private Settings(List<Parameter<?>> parameters, Map<String, String> texts) {
    this.parameters = parameters;
    this.texts = texts;
  }

  /**
   * Returns the defaults of all parameters.
   *
   * @param parameters the parameters
   * @return the settings
   */
  public static Settings of(List<Parameter<?>> parameters) {
    Map<String, String> texts = new LinkedHashMap<>();
    parameters.forEach(parameter -> texts.put(parameter.name(), parameter.defaultText()));
    return new Settings(List.copyOf(parameters), texts);
  }

  /**
   * Returns a copy with another value.
   *
   * @param name the name of the parameter
   * @param text the value, as text
   * @return the copy
   * @throws IllegalArgumentException if there is no such parameter, with a list of the existing
   *     ones, or if the value is invalid
   */
  public Settings with(String name, String text) {
    Parameter<?> parameter = find(name);
    parameter.parse(text);
    Map<String, String> changed = new LinkedHashMap<>(texts);
    changed.put(name, text.trim());
    return new Settings(parameters, changed);
  }

  private Parameter<?> find(String name) {
    for (Parameter<?> parameter : parameters) {
      if (parameter.name().equals(name)) {
        return parameter;
      }
    }
    List<String> names = new ArrayList<>();
    parameters.forEach(parameter -> names.add(parameter.name()));
    throw new IllegalArgumentException(
        "there is no parameter "
            + PrintableText.oneLine(name)
            + "; there are "
            + String.join(", ", names));
  }

  /**
   * Returns the value of a parameter.
   *
   * @param parameter one of the parameters of these settings
   * @param <T> type of its value
   * @return the value
   * @throws IllegalArgumentException if the settings do not have this parameter
   */
  public <T> T get(Parameter<T> parameter) {
    String text = texts.get(parameter.name());
    if (text == null) {
      throw new IllegalArgumentException("these settings have no parameter " + parameter.name());
    }
    return parameter.parse(text);
  }

  /**
   * Returns the parameters of these settings.
   *
   * @return the parameters, in the order in which they are listed
   */
  public List<Parameter<?>> parameters() {
    return parameters;
  }

  /**
   * Returns the values as text.
   *
   * @return the values by name of the parameter, in the order of the parameters
   */
  public Map<String, String> texts() {
    return Collections.unmodifiableMap(texts);
  }
}
