package dev.reprise.cli.output;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The files that the arguments of a command name. An output that is also an input or another output
 * is refused, since the one would replace the other: under whatever name, spelling or link, and
 * whether it exists yet or not. A device or a pipe may be read and written, as a terminal is, but
 * only {@code /dev/null} takes two outputs.
 *
 * <p>Each method throws {@link ParameterException} for such an output, and for a name that no file
 * can have.
 */
public final class DistinctFiles {

  private static final String STANDARD = "-";
  private static final Path NOWHERE = Path.of("/dev/null");

  private final CommandLine line;
  private final List<Named> all = new ArrayList<>();

  /** A file, and the argument that names it. */
  private record Named(String argument, Path file, boolean written, boolean standard) {

    /** If the stream is redirected to a file, this link leads to it. */
    static Named standard(String argument, boolean written) {
      return new Named(argument, Path.of(written ? "/dev/stdout" : "/dev/stdin"), written, true);
    }

    String name() {
      return standard ? STANDARD : file.toString();
    }
  }

  /**
   * No files yet.
   *
   * @param line the command that reports a mistake
   */
  public DistinctFiles(CommandLine line) {
    this.line = line;
  }

  /**
   * Adds an input.
   *
   * @param argument the option, or the label of the argument
   * @param name the name; {@code -} for standard input
   * @return this
   */
  public DistinctFiles reads(String argument, String name) {
    return name.equals(STANDARD)
        ? add(Named.standard(argument, false))
        : reads(argument, path(argument, name));
  }

  /**
   * Adds an input.
   *
   * @param argument the option, or the label of the argument
   * @param file the file; null for none
   * @return this
   */
  public DistinctFiles reads(String argument, @Nullable Path file) {
    return file == null ? this : add(new Named(argument, file, false, false));
  }

  /**
   * Adds an output.
   *
   * @param argument the option
   * @param name the name; {@code -} for standard output, null for none
   * @return this
   */
  public DistinctFiles writes(String argument, @Nullable String name) {
    if (name == null) {
      return this;
    }
    return name.equals(STANDARD)
        ? add(Named.standard(argument, true))
        : writes(argument, path(argument, name));
  }

  /**
   * Adds an output.
   *
   * @param argument the option
   * @param file the file; null for none
   * @return this
   */
  public DistinctFiles writes(String argument, @Nullable Path file) {
    return file == null ? this : add(new Named(argument, file, true, false));
  }

  private Path path(String argument, String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException impossible) {
      throw new ParameterException(
          line, argument + ": " + impossible.getReason() + ": " + name, impossible);
    }
  }

  private DistinctFiles add(Named added) {
    checkName(added);
    for (Named before : all) {
      if ((before.written || added.written) && isSame(before, added)) {
        throw new ParameterException(line, refusal(before, added));
      }
    }
    all.add(added);
    return this;
  }

  /** The reason stands before the name, which may be so long that its end is cut. */
  private void checkName(Named added) {
    if (added.file.toString().isEmpty()) {
      throw new ParameterException(line, added.argument + ": the name of the file is empty");
    }
    try {
      Files.readAttributes(added.file, BasicFileAttributes.class);
    } catch (NoSuchFileException missing) {
      checkAbove(added);
    } catch (AccessDeniedException otherwiseFine) {
      // Whether that is a mistake depends on the command.
    } catch (IOException impossible) {
      throw new ParameterException(
          line, added.argument + ": " + ErrorText.of(impossible) + ": " + added.name(), impossible);
    }
  }

  /** JDKs differ in what they say of a name below a file: newer ones, that it does not exist. */
  private void checkAbove(Named missing) {
    Path above = missing.file.toAbsolutePath().getParent();
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    if (above != null && !Files.isDirectory(above)) {
      throw new ParameterException(
          line, missing.argument + ": " + above + " is no folder: " + missing.name());
    }
  }

  private static boolean isSame(Named one, Named other) {
    boolean bothWritten = one.written && other.written;
    if (one.standard && other.standard) {
      return bothWritten;
    }
    try {
      if (!Files.exists(one.file) || !Files.exists(other.file)) {
        return place(one.file).equals(place(other.file));
      }
      boolean holdsData = Files.isRegularFile(one.file) || Files.isDirectory(one.file);
      return Files.isSameFile(one.file, other.file)
          && (holdsData || (bothWritten && !isNowhere(one.file)));
    } catch (IOException unknown) {
      return normal(one.file).equals(normal(other.file));
    }
  }

  private static boolean isNowhere(Path device) throws IOException {
    return Files.exists(NOWHERE) && Files.isSameFile(device, NOWHERE);
  }

  /** The path at which a file would be created. */
  private static Path place(Path file) throws IOException {
    Path target = OutputFile.followed(file).toAbsolutePath();
    Path folder = target.getParent();
    Path name = target.getFileName();
    return folder == null || name == null || !Files.exists(folder)
        ? normal(target)
        : folder.toRealPath().resolve(name);
  }

  private static Path normal(Path file) {
    return file.toAbsolutePath().normalize();
  }

  private static String refusal(Named one, Named other) {
    String both = one.argument + " and " + other.argument;
    if (one.standard && other.standard) {
      return both + " are both standard output (-): name a file for one of them";
    }
    String names =
        one.name().equals(other.name()) ? one.name() : one.name() + " and " + other.name();
    return both + " are the same file: " + names;
  }
}
