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
 * The files in the arguments of a command. Refuses an output that is also an input or a second
 * output, because one would overwrite the other. Different spellings and links are recognised, also
 * for files that do not exist yet. A device or pipe may be both input and output, but only {@code
 * /dev/null} may be two outputs.
 *
 * <p>Each method throws {@link ParameterException} for such an output and for an invalid file name.
 */
public final class DistinctFiles {

  private static final String STANDARD = "-";
  private static final Path NULL_DEVICE = Path.of("/dev/null");

  private final CommandLine line;
  private final List<Named> all = new ArrayList<>();

  /** A file, and the argument that names it. */
  private record Named(String argument, Path file, boolean written, boolean standard) {

    /** The link {@code /dev/stdin} or {@code /dev/stdout} leads to a redirected file. */
    static Named standard(String argument, boolean written) {
      return new Named(argument, Path.of(written ? "/dev/stdout" : "/dev/stdin"), written, true);
    }

    String name() {
      return standard ? STANDARD : file.toString();
    }
  }

  /**
   * Starts without files.
   *
   * @param line the command that reports a mistake
   */
  public DistinctFiles(CommandLine line) {
    this.line = line;
  }

  /**
   * Adds an input.
   *
   * @param argument the option or label, for messages
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
   * @param argument the option or label, for messages
   * @param file the file; null for none
   * @return this
   */
  public DistinctFiles reads(String argument, @Nullable Path file) {
    return file == null ? this : add(new Named(argument, file, false, false));
  }

  /**
   * Adds an output.
   *
   * @param argument the option, for messages
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
   * @param argument the option, for messages
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
        throw new ParameterException(line, conflict(before, added));
      }
    }
    all.add(added);
    return this;
  }

  /** The message names the reason first, because a long file name may be cut. */
  private void checkName(Named added) {
    if (added.file.toString().isEmpty()) {
      throw new ParameterException(line, added.argument + ": the name of the file is empty");
    }
    try {
      Files.readAttributes(added.file, BasicFileAttributes.class);
    } catch (NoSuchFileException missing) {
      checkAbove(added);
    } catch (AccessDeniedException denied) {
      // The command reports it if it needs the access.
    } catch (IOException impossible) {
      throw new ParameterException(
          line, added.argument + ": " + ErrorText.of(impossible) + ": " + added.name(), impossible);
    }
  }

  /** For a name below a regular file, newer JDKs report only that it does not exist. */
  private void checkAbove(Named missing) {
    Path above = missing.file.toAbsolutePath().getParent();
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    if (above != null && !Files.isDirectory(above)) {
      throw new ParameterException(
          line, missing.argument + ": " + above + " is not a directory: " + missing.name());
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
          && (holdsData || (bothWritten && !isNullDevice(one.file)));
    } catch (IOException unknown) {
      return normal(one.file).equals(normal(other.file));
    }
  }

  private static boolean isNullDevice(Path device) throws IOException {
    return Files.exists(NULL_DEVICE) && Files.isSameFile(device, NULL_DEVICE);
  }

  /** The path at which a file would be created. */
  private static Path place(Path file) throws IOException {
    Path target = OutputFile.followed(file).toAbsolutePath();
    Path directory = target.getParent();
    Path name = target.getFileName();
    return directory == null || name == null || !Files.exists(directory)
        ? normal(target)
        : directory.toRealPath().resolve(name);
  }

  private static Path normal(Path file) {
    return file.toAbsolutePath().normalize();
  }

  private static String conflict(Named one, Named other) {
    String both = one.argument + " and " + other.argument;
    if (one.standard && other.standard) {
      return both + " are both standard output (-): give a file for one of them";
    }
    String names =
        one.name().equals(other.name()) ? one.name() : one.name() + " and " + other.name();
    return both + " are the same file: " + names;
  }
}
