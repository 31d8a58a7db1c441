package org.teavm.classlib.java.util;

/** The {@code java.util.StringJoiner} that the compiler's class library lacks. */
public final class TStringJoiner {

  private final String delimiter;
  private final String prefix;
  private final String suffix;
  private StringBuilder joined;

  public TStringJoiner(CharSequence delimiter) {
    this(delimiter, "", "");
  }

  public TStringJoiner(CharSequence delimiter, CharSequence prefix, CharSequence suffix) {
    this.delimiter = delimiter.toString();
    this.prefix = prefix.toString();
    this.suffix = suffix.toString();
  }

  public TStringJoiner add(CharSequence added) {
    if (joined == null) {
      joined = new StringBuilder(prefix);
    } else {
      joined.append(delimiter);
    }
    joined.append(added);
    return this;
  }

  public int length() {
    return toString().length();
  }

  @Override
  public String toString() {
    return joined == null ? prefix + suffix : joined + suffix;
  }
}
