package dev.reprise.servlet;

import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.text.PrintableText;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Makes principals, methods and paths into parts of a key. */
final class ScopeText {

  private static final String USER = "user:";
  private static final int SHOWN = 160;
  private static final Pattern DIGESTED = Pattern.compile("~[0-9a-f]{64}\\z");

  /** The scope of all who were not authenticated; no principal's. */
  static final String ANONYMOUS = "anonymous";

  private ScopeText() {}

  static String principal(String name) {
    return fit(USER + name);
  }

  /**
   * The method and the path in its normal form, in a scope and an application. A path begins with a
   * slash, and neither application nor scope has one or a space as it is written here, so no two
   * operations are spelled alike.
   */
  static String operation(String application, String method, String scope, String path) {
    String name = application.isEmpty() ? "" : escaped(application) + ' ';
    return fit(name + method + ' ' + escaped(scope) + path);
  }

  private static String escaped(String text) {
    return text.replace("%", "%25").replace("/", "%2F").replace(" ", "%20");
  }

  /**
   * The text, or if it is too long or unfit for a key, what is fit of it and its digest. No text
   * that ends like a digest stays as it is, so nobody can take a name that spells another's digest.
   */
  private static String fit(String text) {
    String clean =
        text.codePoints().allMatch(ScopeText::isFit) ? text : text.replaceAll("\\W", "_");
    return clean.equals(text)
            && text.length() <= IdempotencyKey.MAX_LENGTH
            && !DIGESTED.matcher(text).find()
        ? text
        : shown(clean) + '~' + sha256(text);
  }

  /** The beginning, cut between characters. */
  private static String shown(String clean) {
    int end = Math.min(SHOWN, clean.length());
    boolean halves = end > 0 && Character.isHighSurrogate(clean.charAt(end - 1));
    return clean.substring(0, halves ? end - 1 : end);
  }

  private static boolean isFit(int point) {
    return !PrintableText.isUnsafe(point);
  }

  private static String sha256(String text) {
    try {
      // Not a charset's encoder, which writes all unpaired surrogates as the same character.
      byte[] bytes = new byte[Character.BYTES * text.length()];
      ByteBuffer.wrap(bytes).asCharBuffer().put(text);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible); // every Java platform has it
    }
  }
}
