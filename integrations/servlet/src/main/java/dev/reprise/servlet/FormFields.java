package dev.reprise.servlet;

import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
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

  /** The most fields of a form: whoever sends more means to keep the server busy. */
  static final int MOST = 10_000;

  private static final String FORM = "application/x-www-form-urlencoded";

  private FormFields() {}

  static boolean isForm(@Nullable String contentType) {
    String type = Objects.requireNonNullElse(contentType, "");
    return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(FORM);
  }

  /**
   * The parameters with those of a form after them.
   *
   * @throws IllegalStateException if the form has more fields than {@link #MOST}
   */
  static Map<String, String[]> added(
      Map<String, String[]> parameters, byte[] form, Charset charset) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    parameters.forEach((name, values) -> all.put(name, new ArrayList<>(Arrays.asList(values))));
    String fields = new String(form, StandardCharsets.ISO_8859_1);
    int found = 0;
    int from = 0;
    while (from < fields.length()) {
      int and = fields.indexOf('&', from);
      int to = and < 0 ? fields.length() : and;
      if (to > from) {
        found++;
        if (found > MOST) {
          throw new IllegalStateException("the form has more than " + MOST + " fields");
        }
        add(fields.substring(from, to), charset, all);
      }
      from = to + 1;
    }
    Map<String, String[]> arrays = new LinkedHashMap<>();
    all.forEach((name, values) -> arrays.put(name, values.toArray(String[]::new)));
    return arrays;
  }

  private static void add(String field, Charset charset, Map<String, List<String>> all) {
    String[] parts = field.split("=", 2);
    String value = parts.length == 1 ? "" : decoded(parts[1], charset);
    all.computeIfAbsent(decoded(parts[0], charset), name -> new ArrayList<>()).add(value);
  }

  /** The text itself if its percent-encoding is malformed. */
  private static String decoded(String text, Charset charset) {
    try {
      return URLDecoder.decode(text, charset);
    } catch (IllegalArgumentException malformed) {
      return text;
    }
  }
}
