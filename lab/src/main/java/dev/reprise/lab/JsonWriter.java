package dev.reprise.lab;

/** Writes a JSON text. Numbers that are not finite become null. */
final class JsonWriter {

  private static final int CONTROL = 0x20;
  private static final String HEX = "0123456789abcdef";

  private final StringBuilder text = new StringBuilder();
  private boolean first = true;

  JsonWriter object() {
    return open('{');
  }

  JsonWriter array() {
    return open('[');
  }

  JsonWriter endObject() {
    return close('}');
  }

  JsonWriter endArray() {
    return close(']');
  }

  private JsonWriter open(char bracket) {
    separate();
    text.append(bracket);
    first = true;
    return this;
  }

  private JsonWriter close(char bracket) {
    text.append(bracket);
    first = false;
    return this;
  }

  private void separate() {
    if (!first) {
      text.append(',');
    }
    first = false;
  }

  /** Starts a member of an object; its value follows. */
  JsonWriter name(String name) {
    value(name);
    text.append(':');
    first = true;
    return this;
  }

  JsonWriter value(String value) {
    separate();
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      append(value.charAt(i));
    }
    text.append('"');
    return this;
  }

  private void append(char c) {
    if (c == '"' || c == '\\') {
      text.append('\\').append(c);
    } else if (c < CONTROL) {
      text.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xf));
    } else {
      text.append(c);
    }
  }

  JsonWriter value(double value) {
    separate();
    if (Double.isFinite(value)) {
      text.append(value);
    } else {
      text.append("null");
    }
    return this;
  }

  JsonWriter value(long value) {
    separate();
    text.append(value);
    return this;
  }

  JsonWriter value(boolean value) {
    separate();
    text.append(value);
    return this;
  }

  /** Returns the text. */
  String text() {
    return text.toString();
  }
}
