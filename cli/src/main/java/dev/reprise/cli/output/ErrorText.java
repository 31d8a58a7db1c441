package dev.reprise.cli.output;

import dev.reprise.text.PrintableText;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Text of an error for users: one line without class names, with a limited length. */
public final class ErrorText {

  private static final int MAX_LENGTH = 2_000;
  private static final int MAX_DEPTH = 16;

  /** A class name before a message, as {@link Throwable#toString} writes it. */
  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(?:[a-z_][\\w$]*\\.)+[A-Z][\\w$]*(?:Exception|Error): ");

  /** Details that the AWS SDK appends to each message. */
  private static final Pattern SDK_DETAILS =
      Pattern.compile(" ?\\((?:SDK Attempt Count|SDK Diagnostics|Service: )[^)]*\\)");

  private static final String NO_CREDENTIALS = "Unable to load credentials";

  private ErrorText() {}

  /**
   * The message of a failure. Messages of causes that it contains are converted in the same way.
   *
   * @param failure the failure
   * @return one line
   */
  public static String of(Throwable failure) {
    return line(text(failure, 0));
  }

  private static String text(Throwable failure, int depth) {
    String text = ownText(failure);
    Throwable cause = failure.getCause();
    return cause == null || depth == MAX_DEPTH
        ? text
        : text.replace(cause.toString(), text(cause, depth + 1));
  }

  private static String ownText(Throwable failure) {
    if (failure instanceof FileSystemException file) {
      return reason(file);
    }
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return words(failure.getClass());
    }
    if (message.startsWith(NO_CREDENTIALS)) {
      return "no AWS credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or"
          + " AWS_PROFILE (not of SSO or a role); an --endpoint on this machine needs none";
    }
    return message;
  }

  private static String reason(FileSystemException failure) {
    if (failure instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "it already exists";
    }
    if (failure instanceof NotDirectoryException) {
      return "it is not a directory";
    }
    if (failure instanceof DirectoryNotEmptyException) {
      return "the directory is not empty";
    }
    String reason = failure.getReason();
    return reason == null ? words(failure.getClass()) : reason;
  }

  /** A class name as words: {@code OutOfMemoryError} becomes "out of memory". */
  private static String words(Class<?> type) {
    String name = type.getSimpleName().replaceFirst("(Exception|Error)$", "");
    String words = name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    return words.isBlank() ? "it failed" : words;
  }

  /**
   * Text on one line that is safe to show on a terminal. Control characters, characters that change
   * the direction of writing and unpaired surrogates are escaped.
   *
   * @param text any text
   * @return the text, cut after 2,000 characters
   */
  public static String line(String text) {
    String bounded = text.length() > 4 * MAX_LENGTH ? text.substring(0, 4 * MAX_LENGTH) : text;
    String plain = CLASS_NAME.matcher(bounded).replaceAll("");
    return escaped(SDK_DETAILS.matcher(plain).replaceAll("").strip());
  }

  /**
   * Text on several lines, each of which is escaped and cut like a {@link #line}.
   *
   * @param text any text
   * @return the lines
   */
  public static String lines(String text) {
    return text.lines().map(ErrorText::escaped).collect(Collectors.joining(System.lineSeparator()));
  }

  private static String escaped(String text) {
    return PrintableText.oneLine(text, MAX_LENGTH);
  }
}
