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

/** The text of an error, for people: without names of classes, on one line, and bounded. */
public final class ErrorText {

  private static final int LONGEST = 2_000;
  private static final int DEEPEST = 16;

  /** The name of a class before its message, as {@link Throwable#toString} has it. */
  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(?:[a-z_][\\w$]*\\.)+[A-Z][\\w$]*(?:Exception|Error): ");

  /** The SDK appends numbers of its own to each message, for those who read its logs. */
  private static final Pattern SDK_DETAILS =
      Pattern.compile(" ?\\((?:SDK Attempt Count|SDK Diagnostics|Service: )[^)]*\\)");

  private static final String NO_CREDENTIALS = "Unable to load credentials";

  private ErrorText() {}

  /**
   * The message of a failure, in which those of its causes are put in the same way.
   *
   * @param failure the failure
   * @return one line
   */
  public static String of(Throwable failure) {
    return line(text(failure, 0));
  }

  private static String text(Throwable failure, int depth) {
    String text = own(failure);
    Throwable cause = failure.getCause();
    return cause == null || depth == DEEPEST
        ? text
        : text.replace(cause.toString(), text(cause, depth + 1));
  }

  private static String own(Throwable failure) {
    if (failure instanceof FileSystemException file) {
      return reason(file);
    }
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return words(failure.getClass());
    }
    if (message.startsWith(NO_CREDENTIALS)) {
      return "no AWS credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or"
          + " AWS_PROFILE; an --endpoint on this machine needs none";
    }
    return message;
  }

  private static String reason(FileSystemException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "it is there already";
    }
    if (failure instanceof NotDirectoryException) {
      return "it is no folder";
    }
    if (failure instanceof DirectoryNotEmptyException) {
      return "the folder is not empty";
    }
    String reason = failure.getReason();
    return reason == null ? words(failure.getClass()) : reason;
  }

  /** The name of a class as words: {@code OutOfMemoryError} is "out of memory". */
  private static String words(Class<?> type) {
    String name = type.getSimpleName().replaceFirst("(Exception|Error)$", "");
    String words = name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    return words.isBlank() ? "it failed" : words;
  }

  /**
   * A text on one line that a terminal shows as it is: control characters, characters that change
   * the direction of writing and lone surrogates are escaped, and what is very long is cut.
   *
   * @param text any text
   * @return at most 2,000 characters of the text
   */
  public static String line(String text) {
    String bounded = text.length() > 4 * LONGEST ? text.substring(0, 4 * LONGEST) : text;
    String plain = CLASS_NAME.matcher(bounded).replaceAll("");
    return escaped(SDK_DETAILS.matcher(plain).replaceAll("").strip());
  }

  /**
   * A text of several lines, each of which is escaped and cut.
   *
   * @param text any text whose line ends are meant
   * @return the lines
   */
  public static String lines(String text) {
    return text.lines().map(ErrorText::escaped).collect(Collectors.joining(System.lineSeparator()));
  }

  private static String escaped(String text) {
    return PrintableText.oneLine(text, LONGEST);
  }
}
