package dev.reprise.simulator.paper;

import dev.reprise.text.PrintableText;
import java.util.List;

/** The publications whose results the simulator reproduces, by name. */
public final class Papers {

  private static final List<Paper> ALL =
      List.of(
          JitterPapers.AWS_2015,
          AmplificationPapers.SRE_64,
          AmplificationPapers.SRE_BUDGET,
          ClientPapers.SRE_THROTTLING,
          AmplificationPapers.BUILDERS_243,
          ClientPapers.BROOKER_2022,
          AmplificationPapers.FINAGLE,
          MetastablePaper.METASTABLE);

  private Papers() {}

  /**
   * Returns all publications.
   *
   * @return the publications, in the order in which they are listed
   */
  public static List<Paper> all() {
    return ALL;
  }

  /**
   * Returns a publication.
   *
   * @param name its name
   * @return the publication
   * @throws IllegalArgumentException if there is none with this name; the message lists the names
   */
  public static Paper named(String name) {
    return ALL.stream()
        .filter(paper -> paper.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no paper "
                        + PrintableText.oneLine(name)
                        + "; there are "
                        + String.join(", ", ALL.stream().map(Paper::name).toList())));
  }
}
