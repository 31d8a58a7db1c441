package dev.reprise.lab.browser;

import org.teavm.model.BasicBlock;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.ClassReader;
import org.teavm.model.FieldReference;
import org.teavm.model.MethodHolder;
import org.teavm.model.MethodReader;
import org.teavm.model.ValueType;
import org.teavm.model.Variable;
import org.teavm.model.emit.ProgramEmitter;
import org.teavm.model.instructions.ConstructArrayInstruction;
import org.teavm.model.instructions.IntegerConstantInstruction;
import org.teavm.model.instructions.PutFieldInstruction;
import org.teavm.model.util.ModelUtils;

/**
 * Completes classes of the compiler's class library that lack a method or an initial value. {@link
 * LibraryMethods} has the methods.
 */
public final class MissingMethods implements ClassHolderTransformer {

  /** Creates the transformer; the compiler calls this. */
  public MissingMethods() {}

  @Override
  public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
    switch (type.getName()) {
      case "java.lang.Math" -> add(type, "multiplyHigh", context);
      case "java.util.Collections" -> add(type, "unmodifiableSortedSet", context);
      case "java.time.Duration" -> add(type, "toSeconds", context);
      case "java.lang.Class" -> add(type, "getPackageName", context);
      case "java.lang.Throwable" -> startWithNothingSuppressed(type);
      case "java.lang.Runtime" -> countOneProcessor(type, context);
      case "dev.reprise.internal.log.QuietLog" -> doNothing(type, context);
      default -> {}
    }
  }

  private static void add(
      ClassHolder type, String missing, ClassHolderTransformerContext context) {
    ClassReader source =
        context.getHierarchy().getClassSource().get(LibraryMethods.class.getName());
    for (MethodReader method : source.getMethods()) {
      if (method.getName().equals(missing) && type.getMethod(method.getDescriptor()) == null) {
        type.addMethod(ModelUtils.copyMethod(method));
      }
    }
  }

  /** The engine has one thread, so counters need no stripes. */
  private static void countOneProcessor(
      ClassHolder runtime, ClassHolderTransformerContext context) {
    for (MethodHolder method : runtime.getMethods()) {
      if (method.getName().equals("availableProcessors")) {
        ProgramEmitter.create(method, context.getHierarchy()).constant(1).returnValue();
      }
    }
  }

  /** A browser has no log. */
  private static void doNothing(ClassHolder log, ClassHolderTransformerContext context) {
    for (MethodHolder method : log.getMethods()) {
      if (!method.getName().startsWith("<") && method.getResultType() == ValueType.VOID) {
        ProgramEmitter.create(method, context.getHierarchy()).exit();
      }
    }
  }

  /** The constructors leave the list of suppressed failures null, which its methods then read. */
  private static void startWithNothingSuppressed(ClassHolder throwable) {
    for (MethodHolder method : throwable.getMethods()) {
      if (method.getName().equals("<init>") && method.getProgram() != null) {
        BasicBlock block = method.getProgram().basicBlockAt(0);
        Variable zero = method.getProgram().createVariable();
        Variable none = method.getProgram().createVariable();
        IntegerConstantInstruction size = new IntegerConstantInstruction();
        size.setConstant(0);
        size.setReceiver(zero);
        ConstructArrayInstruction array = new ConstructArrayInstruction();
        array.setItemType(ValueType.object("java.lang.Throwable"));
        array.setSize(zero);
        array.setReceiver(none);
        PutFieldInstruction put = new PutFieldInstruction();
        put.setInstance(method.getProgram().variableAt(0));
        put.setField(new FieldReference("java.lang.Throwable", "suppressed"));
        put.setFieldType(ValueType.parse("[Ljava/lang/Throwable;"));
        put.setValue(none);
        block.addFirst(put);
        block.addFirst(array);
        block.addFirst(size);
      }
    }
  }
}
