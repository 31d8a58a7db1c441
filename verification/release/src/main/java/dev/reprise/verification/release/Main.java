package dev.reprise.verification.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The steps of {@code build/release} that are no work of Maven. */
public final class Main {

  private static final String USAGE =
      """
      finish REPOSITORY ZIP URL SCM [KEY]   checks a repository, adds checksums and signatures, packs it
      compare ONE OTHER                     compares two repositories byte by byte
      """;

  private Main() {}

  /** Runs one step; the exit code is 1 if something is wrong, and 2 if the arguments are. */
  public static void main(String[] args) throws IOException, InterruptedException {
    System.exit(run(List.of(args)));
  }

  private static int run(List<String> args) throws IOException, InterruptedException {
    if (args.size() >= 5 && args.size() <= 6 && args.get(0).equals("finish")) {
      return finish(args);
    }
    if (args.size() == 3 && args.get(0).equals("compare")) {
      return report(
          Comparison.differences(Path.of(args.get(1)), Path.of(args.get(2))),
          "The two builds differ:");
    }
    System.err.print(USAGE);
    return 2;
  }

  private static int finish(List<String> args) throws IOException, InterruptedException {
    Bundle bundle = new Bundle(Path.of(args.get(1)));
    bundle.removeMetadata();
    int code =
        report(
            new BundleRules(bundle, args.get(3), args.get(4)).violations(),
            "Maven Central would refuse the bundle, or a rule of the project is broken:");
    if (code != 0) {
      return code;
    }
    List<Path> files = bundle.files();
    for (Path file : files) {
      Checksums.write(file);
      if (args.size() == 6) {
        Signatures.sign(file, args.get(5));
      }
    }
    Path zip = Path.of(args.get(2));
    Zip.pack(bundle.root(), zip);
    System.out.printf(
        "%s: %d artifacts, %d files, each with 4 checksums%s; %,d bytes%n",
        zip,
        bundle.artifacts().size(),
        files.size(),
        args.size() == 6 ? " and a signature" : "",
        Files.size(zip));
    return 0;
  }

  private static int report(List<String> findings, String title) {
    if (findings.isEmpty()) {
      return 0;
    }
    System.err.println(title);
    findings.forEach(finding -> System.err.println("  " + finding));
    return 1;
  }
}
