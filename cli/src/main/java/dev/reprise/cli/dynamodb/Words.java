package dev.reprise.cli.dynamodb;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What went wrong, in words for people: without names of classes. */
final class Words {

  private Words() {}

  /** Its message, in which the causes are told so too. */
  static String of(Throwable failure) {
    String words = own(failure);
    Throwable cause = failure.getCause();
    return cause == null ? words : words.replace(cause.toString(), of(cause));
  }

  private static String own(Throwable failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof FileSystemException file && file.getReason() != null) {
      return file.getReason();
    }
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }
}
