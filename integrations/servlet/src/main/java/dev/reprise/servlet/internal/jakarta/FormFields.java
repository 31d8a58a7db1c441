package dev.reprise.servlet.internal.jakarta;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The fields of a form in {@code application/x-www-form-urlencoded}. */
final class FormFields {

  /** Greatest number of fields of a form, so that a client cannot keep the server busy. */
  static final int MAX_FIELDS = 10_000;

  private static final String FORM = "application/x-www-form-urlencoded";

  private FormFields() {}

  static boolean isForm(@Nullable String contentType) {
    String type = Objects.requireNonNullElse(contentType, "");
    return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(FORM);
  }

  /**
   * The given parameters, followed by those of a form.
   *
   * @throws MalformedFormException if the form has more fields than {@link #MAX_FIELDS}, or bytes,
   *     percent-encoded or not, that are not valid in its charset
   */
  static Map<String, String[]> added(
      Map<String, String[]> parameters, byte[] form, Charset charset) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    parameters.forEach((name, values) -> all.put(name, new ArrayList<>(Arrays.asList(values))));
    int found = 0;
    int from = 0;
    while (from < form.length) {
      int to = indexOf('&', form, from, form.length);
      if (to > from) {
        found++;
        if (found > MAX_FIELDS) {
          throw new MalformedFormException("the form has more than " + MAX_FIELDS + " fields");
        }
        int equals = indexOf('=', form, from, to);
        all.computeIfAbsent(decoded(form, from, equals, charset), name -> new ArrayList<>())
            .add(decoded(form, Math.min(equals + 1, to), to, charset));
      }
      from = to + 1;
    }
    Map<String, String[]> arrays = new LinkedHashMap<>();
    all.forEach((name, values) -> arrays.put(name, values.toArray(String[]::new)));
    return arrays;
  }

  /** The index of a character; {@code to} if there is none. */
  private static int indexOf(char sought, byte[] form, int from, int to) {
    int at = from;
    while (at < to && form[at] != sought) {
      at++;
    }
    return at;
  }

  /** Collects the bytes, percent-encoded or not, and decodes all of them at once. */
  private static String decoded(byte[] form, int from, int to, Charset charset) {
    ByteBuffer octets = ByteBuffer.allocate(to - from);
    int at = from;
    while (at < to) {
      byte next = form[at];
      if (next == '%') {
        octets.put((byte) octet(form, at, to));
        at += 3;
      } else {
        octets.put(next == '+' ? (byte) ' ' : next);
        at++;
      }
    }
    try {
      return charset
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(octets.flip())
          .toString();
    } catch (CharacterCodingException malformed) {
      throw new MalformedFormException("the form is not valid in " + charset.name(), malformed);
    }
  }

  private static int octet(byte[] form, int percent, int to) {
    if (percent + 2 < to) {
      int high = Character.digit(form[percent + 1], 16);
      int low = Character.digit(form[percent + 2], 16);
      if (high >= 0 && low >= 0) {
        return high * 16 + low;
      }
    }
    throw new MalformedFormException("the form has a % without two hexadecimal digits after it");
  }
}
