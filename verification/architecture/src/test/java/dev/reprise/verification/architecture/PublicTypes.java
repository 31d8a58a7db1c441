package dev.reprise.verification.architecture;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Gaps in the Javadoc of public types: parts of the contract that neither a type nor its package
 * states.
 */
final class PublicTypes extends TreePathScanner<@Nullable Void, @Nullable Void> {

  private static final Pattern NULL = Pattern.compile("(?i)\\bnull\\b");
  private static final Pattern THREADS = Pattern.compile("(?i)\\bthread|\\bconcurren|immutable");
  private static final Set<String> NUMBERS = Set.of("int", "long", "Duration");
  private static final Pattern RANGE =
      Pattern.compile(
          "(?i)[0-9]|\\b(?:zero|none|positive|negative|at least|at most|more than|less than|from"
              + "|any|nano\\w*|milli\\w*|seconds?|ticks?|bytes?|characters?|one|infinite)\\b");

  private final DocTrees docs;
  private final Map<String, String> packages = new HashMap<>();
  private final List<String> found = new ArrayList<>();
  private String text = "";

  private PublicTypes(DocTrees docs) {
    this.docs = docs;
  }

  /** The gaps of the public types of these files, each as "Type: gap" or "Type.method: gap". */
  static List<String> gaps(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      PublicTypes types = new PublicTypes(DocTrees.instance(task));
      List<CompilationUnitTree> units = new ArrayList<>();
      task.parse().forEach(units::add);
      units.forEach(types::rememberPackage);
      units.forEach(unit -> types.scan(unit, null));
      return types.found;
    }
  }

  private void rememberPackage(CompilationUnitTree unit) {
    PackageTree name = unit.getPackage();
    if (unit.getSourceFile().getName().endsWith("package-info.java")) {
      packages.put(name.getPackageName().toString(), doc(new TreePath(new TreePath(unit), name)));
    }
  }

  private String doc(TreePath path) {
    DocCommentTree comment = docs.getDocCommentTree(path);
    return comment == null ? "" : comment.toString();
  }

  @Override
  public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
    if (!isPublic(type.getModifiers().getFlags())) {
      return null;
    }
    String outer = text;
    String own = doc(getCurrentPath());
    text = own.isEmpty() ? "" : outer + own;
    if (own.isEmpty()) {
      found.add(name() + ": no Javadoc");
    } else if (isOutermost()) {
      checkContract(text + packages.getOrDefault(packageName(), ""));
    }
    super.visitClass(type, null);
    text = outer;
    return null;
  }

  private void checkContract(String contract) {
    if (!NULL.matcher(contract).find()) {
      found.add(name() + ": neither it nor its package states null");
    }
    if (!THREADS.matcher(contract).find()) {
      found.add(name() + ": neither it nor its package states threads");
    }
  }

  @Override
  public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
    if (isPublic(method.getModifiers().getFlags())) {
      DocCommentTree comment = docs.getDocCommentTree(getCurrentPath());
      String name = name() + "." + method.getName();
      if (!isInherited(method)) {
        checkTags(name, method, comment);
      }
      if (comment != null) {
        checkNumbers(name, method.getParameters(), comment);
      }
    }
    return null;
  }

  /** The Javadoc of an overridden method is that of the method that it overrides. */
  private static boolean isInherited(MethodTree method) {
    return method.getModifiers().getAnnotations().stream()
        .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
  }

  private void checkTags(String owner, MethodTree method, @Nullable DocCommentTree comment) {
    if (comment == null) {
      found.add(owner + ": no Javadoc");
      return;
    }
    String all = comment.toString();
    for (VariableTree parameter :
        isOfRecord(method) ? List.<VariableTree>of() : method.getParameters()) {
      if (described(parameter, comment).startsWith(" ")) {
        found.add(owner + ": no @param " + parameter.getName());
      }
    }
    Tree returned = method.getReturnType();
    if (returned != null && !returned.toString().equals("void") && !all.contains("@return")) {
      found.add(owner + ": no @return");
    }
  }

  /** The Javadoc of a record describes the parameters of its constructor. */
  private boolean isOfRecord(MethodTree method) {
    return method.getReturnType() == null
        && getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
  }

  private void checkNumbers(
      String owner, List<? extends VariableTree> parameters, DocCommentTree comment) {
    for (VariableTree parameter : parameters) {
      if (NUMBERS.contains(parameter.getType().toString())
          && !RANGE.matcher(described(parameter, comment)).find()) {
        found.add(owner + ": @param " + parameter.getName() + " states neither unit nor range");
      }
    }
  }

  /** The description of a parameter, and that of its method. */
  private static String described(VariableTree parameter, DocCommentTree comment) {
    StringBuilder text = new StringBuilder();
    for (DocTree tag : comment.getBlockTags()) {
      if (tag instanceof ParamTree param
          && param.getName().getName().contentEquals(parameter.getName())) {
        text.append(param.getDescription());
      }
    }
    return text + " " + comment.getFullBody();
  }

  private boolean isPublic(Set<Modifier> flags) {
    TreePath parent = getCurrentPath().getParentPath();
    boolean inInterface =
        parent.getLeaf() instanceof ClassTree outer && outer.getKind() == Tree.Kind.INTERFACE;
    return flags.contains(Modifier.PUBLIC)
        || inInterface && !flags.contains(Modifier.PRIVATE)
        || flags.contains(Modifier.PROTECTED) && !isOutermost();
  }

  private boolean isOutermost() {
    return getCurrentPath().getParentPath().getLeaf() instanceof CompilationUnitTree;
  }

  private String packageName() {
    return getCurrentPath().getCompilationUnit().getPackageName().toString();
  }

  /** The name of the type around the current place. */
  private String name() {
    String name = "";
    for (Tree tree : getCurrentPath()) {
      if (tree instanceof ClassTree type) {
        name = name.isEmpty() ? type.getSimpleName().toString() : type.getSimpleName() + "." + name;
      }
    }
    return name;
  }

  /** The packages that users see. */
  static Set<String> exported() {
    return Modules.publicPackages();
  }
}
