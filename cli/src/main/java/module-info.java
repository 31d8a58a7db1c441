/** The command line. */
module dev.reprise.cli {
  requires dev.reprise;
  requires info.picocli;

  opens dev.reprise.cli to
      info.picocli;
  opens dev.reprise.cli.run to
      info.picocli;
  opens dev.reprise.cli.explain to
      info.picocli;
}
