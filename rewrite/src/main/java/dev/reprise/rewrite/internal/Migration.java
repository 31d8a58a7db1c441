package dev.reprise.rewrite.internal;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.ScanningRecipe;
import org.openrewrite.SourceFile;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;
import org.openrewrite.xml.tree.Xml;

/**
 * A recipe that moves a project from another library: sources, configuration and dependencies. It
 * first reads all files, then decides, then changes.
 */
public abstract class Migration extends ScanningRecipe<Survey> {

  /** The library. */
  protected abstract Peer peer();

  /** A translation of one file. */
  protected abstract SourceTranslation translation(Survey survey);

  /** The artifact that replaces one of the library, by what the project uses. */
  protected String ours(Peer.Replacement artifact, Survey survey) {
    return artifact.ours();
  }

  /** Records what a configuration file contains; by default nothing. */
  protected void scanConfiguration(SourceFile file, Survey survey) {}

  /** Decides which configuration files stay; by default none has settings. */
  protected void decideConfigurations(Survey survey) {}

  /** Changes a configuration file; by default nothing. */
  protected SourceFile migrateConfiguration(
      SourceFile file, Survey survey, ExecutionContext context) {
    return file;
  }

  @Override
  public Survey getInitialValue(ExecutionContext context) {
    return new Survey(peer());
  }

  @Override
  public TreeVisitor<?, ExecutionContext> getScanner(Survey survey) {
    return new TreeVisitor<Tree, ExecutionContext>() {
      @Override
      public @Nullable Tree visit(@Nullable Tree tree, ExecutionContext context) {
        if (tree instanceof JavaSourceFile source) {
          survey.add(source);
        } else if (tree instanceof Xml.Document document && PomEdit.isPom(document)) {
          survey.addPom(
              document.getSourcePath(),
              PomEdit.moduleOf(document),
              PomEdit.managesAny(document, peer().artifacts()));
        } else if (tree instanceof SourceFile file) {
          scanConfiguration(file, survey);
        }
        return tree;
      }
    };
  }

  @Override
  public TreeVisitor<?, ExecutionContext> getVisitor(Survey survey) {
    return new TreeVisitor<Tree, ExecutionContext>() {
      @Override
      public @Nullable Tree visit(@Nullable Tree tree, ExecutionContext context) {
        survey.decide(() -> decideConfigurations(survey), translations(survey), context);
        if (tree instanceof J.CompilationUnit file) {
          return survey.isUser(file.getSourcePath()) ? migrate(file, survey, context) : file;
        }
        if (tree instanceof Xml.Document document && PomEdit.isPom(document)) {
          return new PomEdit(artifacts(survey), survey, document.getSourcePath()).apply(document);
        }
        return tree instanceof SourceFile file && !(tree instanceof JavaSourceFile)
            ? migrateConfiguration(file, survey, context)
            : tree;
      }
    };
  }

  private List<Peer.Replacement> artifacts(Survey survey) {
    return peer().artifacts().stream()
        .map(it -> new Peer.Replacement(it.group(), it.artifact(), ours(it, survey)))
        .toList();
  }

  private Supplier<SourceTranslation> translations(Survey survey) {
    return () -> translation(survey);
  }

  private J.CompilationUnit migrate(
      J.CompilationUnit file, Survey survey, ExecutionContext context) {
    Path path = file.getSourcePath();
    Map<UUID, String> obstacles = survey.obstaclesOf(path);
    return obstacles.isEmpty()
        ? survey.migration(translations(survey)).migrated(file, context)
        : FileMigration.explained(file, obstacles);
  }
}
