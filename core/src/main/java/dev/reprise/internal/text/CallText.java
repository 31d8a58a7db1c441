package dev.reprise.internal.text;

import java.util.ArrayList;
import java.util.List;

/** Writes a call as {@link CallReader} reads it. */
public final class CallText {

  private final String name;
  private final List<String> arguments;

  /** A call with the arguments that are written already. */
  public CallText(String name, List<String> arguments) {
    this.name = name;
    this.arguments = new ArrayList<>(arguments);
  }

  /** Adds an argument by place. */
  public <T> CallText add(Parameter<T> parameter, T value) {
    arguments.add(parameter.format(value));
    return this;
  }

  /** Adds a key, unless the value is its default. */
  public <T> CallText key(Parameter<T> parameter, T value) {
    if (!parameter.isDefault(value)) {
      arguments.add(parameter.name() + "=" + parameter.format(value));
    }
    return this;
  }

  /** The call; only its name if there are no arguments. */
  @Override
  public String toString() {
    return arguments.isEmpty() ? name : name + "(" + String.join(", ", arguments) + ")";
  }
}
