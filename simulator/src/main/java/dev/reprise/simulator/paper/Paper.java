package dev.reprise.simulator.paper;

import java.util.List;

/**
 * A publication whose results the simulator reproduces.
 *
 * @param name the name in commands: lower-case letters, digits and '-'
 * @param title the title of the publication
 * @param authors the authors, and the place of the publication
 * @param year the year of the publication, such as 2015
 * @param link its address
 * @param summary what it claims, in one or two sentences
 * @param experiments the experiments, at least one
 */
public record Paper(
    String name,
    String title,
    String authors,
    int year,
    String link,
    String summary,
    List<PaperExperiment> experiments) {}
