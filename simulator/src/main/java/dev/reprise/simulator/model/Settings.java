package dev.reprise.simulator.model;

import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of parameters. Immutable; every value was checked when it was set. */
public final class Settings {

  private final List<Parameter<?>> parameters;
  private final Map<String, String> texts;

  private Settings(List<Parameter<?>> parameters, Map<String, String> texts) {
    this.parameters = parameters;
    this.texts = texts;
  }

  /**
   * All defaults.
   *
   * @param parameters what can be set
   * @return the settings
   */
  public static Settings of(List<Parameter<?>> parameters) {
    Map<String, String> texts = new LinkedHashMap<>();
    parameters.forEach(parameter -> texts.put(parameter.name(), parameter.defaultText()));
    return new Settings(List.copyOf(parameters), texts);
  }

  /**
   * The same with another value.
   *
   * @param name of the parameter
   * @param text its value
   * @return the settings
   * @throws IllegalArgumentException if there is no such parameter, with those that there are; or
   *     if it may not be this
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
            + " here; there are "
            + String.join(", ", names));
  }

  /**
   * The value of a parameter.
   *
   * @param parameter one of those that can be set
   * @param <T> type of its value
   * @return its value
   */
  public <T> T get(Parameter<T> parameter) {
    String text = texts.get(parameter.name());
    if (text == null) {
      throw new IllegalArgumentException("there is no parameter " + parameter.name() + " here");
    }
    return parameter.parse(text);
  }

  /**
   * What can be set.
   *
   * @return the parameters, in the order of their listing
   */
  public List<Parameter<?>> parameters() {
    return parameters;
  }

  /**
   * The values as text.
   *
   * @return by name of the parameter, in order
   */
  public Map<String, String> texts() {
    return Collections.unmodifiableMap(texts);
  }
}
