package dev.reprise.cli.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The manual page of a command, with the texts of its help. */
final class ManualPage {

  private static final Pattern TITLE = Pattern.compile("[A-Z][a-z]+:");

  private final CommandEntry entry;
  private final Roff page;

  private ManualPage(CommandEntry entry, String version, String date) {
    this.entry = entry;
    page = new Roff(name(entry), version, date);
  }

  /** The name of the page: the words of the command, joined by hyphens. */
  static String name(CommandEntry entry) {
    return entry.path().replace(' ', '-');
  }

  /**
   * Generates the page.
   *
   * @param entry the command
   * @param version the program and its version, for the foot of the page
   * @param date day of the version, as year, month and day
   * @return the page, for the macros {@code man(7)}
   */
  static String of(CommandEntry entry, String version, String date) {
    ManualPage manual = new ManualPage(entry, version, date);
    manual.write();
    return manual.page.toString();
  }

  private void write() {
    UsageMessageSpec usage = entry.spec().usageMessage();
    List<String> footer = CommandEntry.lines(usage.footer());
    int sections = firstSection(footer);
    page.section("Name").line(Roff.escaped(name(entry)) + " \\- " + Roff.escaped(entry.summary()));
    page.section("Synopsis").line(synopsis());
    page.section("Description").paragraphs(entry.texts());
    page.paragraphs(footer.subList(0, sections));
    parameters();
    options();
    commands();
    exitCodes(usage.exitCodeList());
    sections(footer.subList(sections, footer.size()));
    seeAlso();
  }

  private static int firstSection(List<String> footer) {
    int index = 0;
    while (index < footer.size() && !isTitle(footer.get(index))) {
      index++;
    }
    return index;
  }

  /** A single word with a colon is the title of indented lines. */
  private static boolean isTitle(String line) {
    return TITLE.matcher(line).matches();
  }

  private void sections(List<String> lines) {
    for (int from = 0; from < lines.size(); ) {
      String title = lines.get(from).replace(":", "");
      page.section(title.equals("Example") ? "Examples" : title);
      List<String> after = lines.subList(from + 1, lines.size());
      int length = firstSection(after);
      page.paragraphs(after.subList(0, length));
      from += 1 + length;
    }
  }

  private String synopsis() {
    String text = new Help(entry.spec(), Ansi.OFF).synopsis(0).replaceAll("\\s+", " ").strip();
    String name = entry.path();
    return text.startsWith(name)
        ? Roff.bold(name) + Roff.escaped(text.substring(name.length()))
        : Roff.escaped(text);
  }

  private void parameters() {
    List<PositionalParamSpec> parameters = entry.spec().positionalParameters();
    if (!parameters.isEmpty()) {
      page.section("Arguments");
      parameters.forEach(
          each -> page.item(Roff.italic(each.paramLabel()), CommandEntry.texts(each)));
    }
  }

  private void options() {
    page.section("Options");
    entry.ownOptions().stream().filter(option -> option.group() == null).forEach(this::option);
    entry.commonOptions().forEach(this::option);
    for (ArgGroupSpec group : entry.spec().argGroups()) {
      page.subsection(CommandEntry.plain(group.heading()).strip());
      group.options().forEach(this::option);
    }
  }

  private void option(OptionSpec option) {
    List<String> names = new ArrayList<>();
    for (String name : option.names()) {
      names.add(Roff.bold(name));
    }
    String label = option.arity().max() == 0 ? "" : " " + Roff.italic(option.paramLabel());
    page.item(String.join(", ", names) + label, CommandEntry.texts(option));
  }

  private void commands() {
    if (!entry.below().isEmpty()) {
      page.section("Commands");
      entry.below().forEach(each -> page.item(reference(each), each.texts()));
    }
  }

  private void exitCodes(Map<String, String> codes) {
    if (!codes.isEmpty()) {
      page.section("Exit status");
      codes.forEach((code, meaning) -> page.item(Roff.bold(code.strip()), List.of(meaning)));
    }
  }

  private void seeAlso() {
    int above = entry.path().lastIndexOf(' ');
    if (above >= 0) {
      page.section("See also");
      page.line(Roff.bold(entry.path().substring(0, above).replace(' ', '-')) + "(1)");
    }
  }

  private static String reference(CommandEntry command) {
    return Roff.bold(name(command)) + "(1)";
  }
}
