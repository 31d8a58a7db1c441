package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Builds the documentation site, and opens it in Chromium. */
@Tag("proof")
class SiteInBrowserTest {

  private static final Pattern LISTED = Pattern.compile("(?m)^\\|.*\\]\\(([\\w-]+)\\.md\\) \\|$");

  private static Path site;
  private static PageServer server;
  private static DevTools page;

  @BeforeAll
  static void open() throws Exception {
    Chromium chromium = Chromium.find(Pages.DIRECTORY);
    site = SiteBuild.build();
    server = PageServer.ofSite(site);
    page = DevTools.open(chromium, server.address(""), 1440, 900);
  }

  @AfterAll
  static void close() throws Exception {
    if (page != null) {
      // A hint that Chromium gives for axe, as in PageInBrowserTest.
      assertThat(page.browser().console())
          .filteredOn(line -> !line.contains("willReadFrequently"))
          .isEmpty();
      page.close();
    }
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void show_the_first_page() throws Exception {
    page.show(1440, 900, false);
    page.open(server.address(""));
  }

  @Test
  void the_first_page_shows_a_report_a_figure_and_five_lines() throws Exception {
    page.await("document.querySelectorAll('.outage path').length === 2");
    assertThat(text(".report pre")).startsWith("orders: gave up after 3 attempts");
    assertThat(text(".outage")).contains("the server hangs", "with the standard budget");
    assertThat(text("main")).contains("Retry orders = Retry.of(RetryPolicy.defaults())");
    assertThat(
            page.evaluate(
                "const report = document.querySelector('.report pre').getBoundingClientRect();"
                    + " return report.bottom < innerHeight"))
        .isEqualTo("true");
  }

  @Test
  void its_button_opens_the_lab_which_draws() throws Exception {
    page.leaveBy("document.querySelector('a.action').click()");
    page.await("document.querySelectorAll('#rows .row canvas').length > 0");
    page.await("document.documentElement.dataset.done > 0");
    assertThat(page.evaluate("return location.pathname")).isEqualTo("/lab/");
    assertThat(page.evaluate("return document.documentElement.dataset.engine")).isEqualTo("wasm");
    assertThat(page.evaluate("return document.querySelector('.actions a').href"))
        .isEqualTo(server.address("index.html"));
  }

  @Test
  void the_sidebar_has_the_order_of_the_guide() throws Exception {
    page.open(server.address("guide/dynamodb.html"));
    String readme = Files.readString(Path.of("..", "docs", "guide", "README.md"));
    List<String> listed =
        LISTED.matcher(readme).results().map(row -> "/guide/" + row.group(1) + ".html").toList();
    String shown =
        page.evaluate(
            "return [...document.querySelectorAll('.VPSidebarItem.level-1 a')]"
                + ".map(each => new URL(each.href).pathname).join()");
    assertThat(listed).hasSizeGreaterThan(50);
    assertThat(shown.split(",")).containsExactlyElementsOf(listed);
    assertThat(text(".VPSidebarItem.is-active.has-active, .VPSidebarItem.level-1.is-active"))
        .contains("DynamoDB");
  }

  @Test
  void a_link_to_a_source_file_shows_the_file() throws Exception {
    page.open(server.address("guide/driving.html"));
    page.evaluate("document.querySelector(\"main a[href*='EventLoopGet']\").click(); return 0");
    page.await("document.querySelector('main h1').textContent.includes('EventLoopGet.java')");
    assertThat(text("main pre")).contains("package dev.reprise.examples.driven;");
  }

  @Test
  void a_type_leads_to_its_javadoc() throws Exception {
    page.open(server.address("reference/names.html"));
    page.leaveBy("document.querySelector(\"main a[href='/api/dev/reprise/Retry.html']\").click()");
    page.await("document.title.startsWith('Retry ')");
  }

  @Test
  void search_finds_pages_of_the_guide() throws Exception {
    page.evaluate("document.querySelector('.DocSearch-Button').click(); return 0");
    page.await("document.activeElement.matches('.search-input')");
    page.type("dead letters");
    page.await("document.querySelectorAll('.VPLocalSearchBox .result').length > 3");
    assertThat(page.evaluate("return document.querySelector('.VPLocalSearchBox .result').href"))
        .contains("/guide/");
  }

  @Test
  void the_switch_makes_the_page_dark() throws Exception {
    page.await("document.querySelector('.VPSwitchAppearance').title !== ''");
    String background = "return getComputedStyle(document.body).backgroundColor";
    assertThat(page.evaluate(background)).isEqualTo("rgb(251, 250, 247)");
    page.evaluate("document.querySelector('.VPSwitchAppearance').click(); return 0");
    page.await("document.documentElement.classList.contains('dark')");
    assertThat(page.evaluate(background)).isEqualTo("rgb(18, 22, 26)");
    page.open(server.address("reference/performance.html"));
    assertThat(
            page.evaluate(
                "return ['light', 'dark'].map(mode => getComputedStyle("
                    + "document.querySelector('img.on-' + mode)).display).join()"))
        .isEqualTo("none,block");
    page.evaluate("localStorage.clear(); return 0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "guide/dynamodb.html",
        "guide/simulate.html",
        "reference/names.html",
        "reference/performance.html"
      })
  void a_page_is_as_wide_as_a_phone(String name) throws Exception {
    page.show(360, 780, false);
    page.open(server.address(name));
    assertThat(page.evaluate("return document.documentElement.scrollWidth")).isEqualTo("360");
  }

  @Test
  void axe_finds_no_violation_in_light_and_dark() throws Exception {
    for (String name : List.of("", "guide/dynamodb.html", "reference/names.html")) {
      for (boolean isDark : new boolean[] {false, true}) {
        page.show(isDark ? 360 : 1440, 900, isDark);
        page.open(server.address(name));
        Axe.load(page);
        assertThat(Axe.violations(page, "document")).as(name).isEmpty();
      }
    }
  }

  @Test
  void nothing_comes_from_elsewhere() throws Exception {
    for (String name : List.of("", "guide/spark.html", "api/dev/reprise/Retry.html")) {
      page.open(server.address(name));
      assertThat(
              page.evaluate(
                  "await document.fonts.ready; const all = performance.getEntriesByType('resource');"
                      + " return all.length + ' '"
                      + " + all.filter(each => !each.name.startsWith(location.origin)).length"))
          .matches("[1-9]\\d* 0");
    }
  }

  @Test
  void a_dead_link_a_missing_anchor_and_foreign_files_fail_the_build(@TempDir Path copy)
      throws Exception {
    copy(site, copy);
    Path broken = copy.resolve("guide/calls.html");
    Files.writeString(
        broken,
        Files.readString(broken)
            + "<a href=\"/guide/nothing.html\"></a><a href=\"/guide/budgets.html#nothing\"></a>"
            + "<a href=\"/api/dev/reprise/Nothing.html\"></a>"
            + "<img src=\"https://example.org/a.png\"><a href=\"https://example.org/\"></a>");
    SiteBuild.Ended check = SiteBuild.run("--check", copy.toString());
    assertThat(check.code()).isEqualTo(1);
    assertThat(check.output().lines())
        .containsExactly(
            "build-site: 4 dead links:",
            "guide/calls.html: /guide/nothing.html does not exist",
            "guide/calls.html: /guide/budgets.html#nothing has no such anchor",
            "guide/calls.html: /api/dev/reprise/Nothing.html does not exist",
            "guide/calls.html: https://example.org/a.png is loaded from another site");
  }

  private static String text(String selector) throws Exception {
    return page.evaluate("return document.querySelector('" + selector + "').textContent.trim()");
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path target = to.resolve(from.relativize(file));
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
