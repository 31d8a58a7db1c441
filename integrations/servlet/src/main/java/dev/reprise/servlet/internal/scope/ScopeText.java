package dev.reprise.servlet.internal.scope;

import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.text.PrintableText;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Turns principals, methods and paths into parts of a key. */
public final class ScopeText {

  private static final String USER = "user:";
  private static final int SHOWN = 160;
  private static final Pattern DIGESTED = Pattern.compile("~[0-9a-f]{64}\\z");

  /** The scope of all anonymous requests. No principal has this scope. */
  public static final String ANONYMOUS = "anonymous";

  private ScopeText() {}

  /** The scope of an authenticated principal. */
  public static String principal(String name) {
    return keyPart(USER + name);
  }

  /**
   * The operation: application, method, scope and normal form of the path. Different operations
   * have different texts: a path begins with a slash, and spaces and slashes of application and
   * scope are escaped.
   */
  public static String operation(String application, String method, String scope, String path) {
    String name = application.isEmpty() ? "" : escaped(application) + ' ';
    return keyPart(name + method + ' ' + escaped(scope) + path);
  }

  private static String escaped(String text) {
    return text.replace("%", "%25").replace("/", "%2F").replace(" ", "%20");
  }

  /**
   * The text itself if it is a valid part of a key. Otherwise its beginning, with invalid
   * characters replaced, and its digest. A text that ends like a digest gets a digest as well, so
   * that no client can choose a name that is equal to the digested form of a different one.
   */
  private static String keyPart(String text) {
    String clean =
        text.codePoints().allMatch(ScopeText::isSafe) ? text : text.replaceAll("\\W", "_");
    return clean.equals(text)
            && text.length() <= IdempotencyKey.MAX_LENGTH
            && !DIGESTED.matcher(text).find()
        ? text
        : shown(clean) + '~' + sha256(text);
  }

  /** The beginning, not cut inside a surrogate pair. */
  private static String shown(String clean) {
    int end = Math.min(SHOWN, clean.length());
    boolean cutsPair = end > 0 && Character.isHighSurrogate(clean.charAt(end - 1));
    return clean.substring(0, cutsPair ? end - 1 : end);
  }

  private static boolean isSafe(int point) {
    return !PrintableText.isUnsafe(point);
  }

  private static String sha256(String text) {
    try {
      // A charset's encoder would write all unpaired surrogates as the same character.
      byte[] bytes = new byte[Character.BYTES * text.length()];
      ByteBuffer.wrap(bytes).asCharBuffer().put(text);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible); // every Java platform has it
    }
  }
}
