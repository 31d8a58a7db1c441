package dev.reprise.internal.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text form: the calls that stand for a value of one type. A subclass reads the arguments of each
 * call. A form is a class and not a function, because a command of a few milliseconds pays for the
 * first lambda of its process. Immutable.
 *
 * @param <T> the type of the value
 */
public abstract class TextForm<T> {

  /** Maximum depth of forms inside each other. */
  private static final int MAX_DEPTH = 64;

  private final String what;
  private final String known;

  /**
   * A form.
   *
   * @param what noun for the value, with its article: {@code a hedge}
   * @param known the calls that stand for it, as messages list them: {@code after(50ms) or
   *     percentile(95)}
   */
  protected TextForm(String what, String known) {
    this.what = what;
    this.known = known;
  }

  /**
   * Creates the value of a call from its arguments. Keys that it does not read are refused.
   *
   * @param call the call, before its first argument
   * @return the value; null if there is no call of this name
   * @throws IllegalArgumentException if the value is not within its bounds; the message is shown
   *     with the text and the position of the last argument
   */
  protected abstract @Nullable T read(CallReader call);

  /**
   * Reads a whole text, blanks around it allowed.
   *
   * @throws IllegalArgumentException if the text is not of this form
   */
  public final T parse(String text) {
    TextReader reader = TextReader.atContent(text);
    return reader.whole(read(reader));
  }

  /**
   * Reads one value.
   *
   * @throws IllegalArgumentException if none follows
   */
  public T read(TextReader text) {
    return read(CallReader.open(text, what + ": " + known), text);
  }

  private T read(CallReader call, TextReader text) {
    try {
      T value = read(call);
      if (value == null) {
        throw unknown(call);
      }
      call.end();
      return value;
    } catch (IllegalArgumentException refused) {
      throw text.refusedAt(call.blamed(), refused);
    }
  }

  /**
   * Reads a value of this form as an argument by place of a call of this form.
   *
   * @throws IllegalArgumentException if none follows, or the forms are nested too deep
   */
  protected final T part(CallReader call, String meaning) {
    TextReader text = call.next(meaning);
    if (text.nesting == MAX_DEPTH) {
      throw text.failAt(
          text.position(), call.name() + " must not be nested deeper than " + MAX_DEPTH);
    }
    text.nesting++;
    T part = read(text);
    text.nesting--;
    return part;
  }

  private IllegalArgumentException unknown(CallReader call) {
    String noun = what.substring(what.indexOf(' ') + 1);
    return call.fail(
        call.name().equals("custom")
            ? "custom means user code, which a text cannot give"
            : Suggestion.unknown(noun, call.name(), names(), known));
  }

  /** Names of the known calls. */
  private List<String> names() {
    List<String> names = new ArrayList<>();
    for (String one : known.replaceAll("\\([^)]*\\)", "").split(", | or ", -1)) {
      if (one.indexOf(' ') < 0) {
        names.add(one);
      }
    }
    return names;
  }
}
