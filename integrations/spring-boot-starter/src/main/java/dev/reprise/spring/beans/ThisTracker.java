package dev.reprise.spring.beans;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Finds calls on {@code this} in the byte code of an instance method, by following where {@code
 * this} is on the operand stack. What it cannot follow, such as a copy in a variable or arguments
 * with branches, it leaves out: each call that it reports is one.
 */
final class ThisTracker extends MethodVisitor {

  /** Change of the stack by each opcode without operands, as the letter's distance from E. */
  private static final String DELTAS =
      /* data */ "EFFFFFFFFGGFFFGG" // 0-15: constants
          + "EEEEEEEEEEEEEEEE" // 16-31: with operands
          + "EEEEEEEEEEEEEE" // 32-45: short forms, which the reader expands
          + "DEDEDDDD" // 46-53: loads from arrays
          + "EEEEEEEEEEEEEEEEEEEEEEEEE" // 54-78: with operands
          + "BABABBBB" // 79-86: stores to arrays
          + "DCFEEEEEE" // 87-95: pop, pop2, dup; other forms are not followed
          + "DCDCDCDCDCDCDCDCDCDC" // 96-115: arithmetic
          + "EEEE" // 116-119: negation
          + "DDDDDD" // 120-125: shifts
          + "DCDCDC" // 126-131: and, or, xor
          + "E" // 132: with operands
          + "FEFDDEEFFDEDEEE" // 133-147: conversions
          + "BDDBB"; // 148-152: comparisons

  private final Set<String> owners;
  private final Consumer<String> calls;

  /** True for each slot that holds this; an empty stack stands for unknown slots. */
  private final Deque<Boolean> stack = new ArrayDeque<>();

  /**
   * Creates a tracker for an instance method.
   *
   * @param owners internal names of the types whose methods are the object's own
   * @param calls receives name and descriptor of each method that is called on this
   */
  ThisTracker(Set<String> owners, Consumer<String> calls) {
    super(SpringAsmInfo.ASM_VERSION);
    this.owners = owners;
    this.calls = calls;
  }

  private void push(boolean self) {
    stack.push(self);
  }

  private boolean pop() {
    Boolean top = stack.poll();
    return top != null && top;
  }

  private void change(int delta) {
    for (int i = 0; i < delta; i++) {
      push(false);
    }
    for (int i = 0; i > delta; i--) {
      pop();
    }
  }

  @Override
  public void visitInsn(int opcode) {
    switch (opcode) {
      case Opcodes.DUP -> {
        boolean self = pop();
        push(self);
        push(self);
      }
      case Opcodes.DUP_X1,
          Opcodes.DUP_X2,
          Opcodes.DUP2,
          Opcodes.DUP2_X1,
          Opcodes.DUP2_X2,
          Opcodes.SWAP ->
          stack.clear();
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> pop();
      case Opcodes.ARRAYLENGTH -> change(0);
      default -> {
        if (opcode < DELTAS.length()) {
          change(DELTAS.charAt(opcode) - 'E');
        } else {
          stack.clear();
        }
      }
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    change(opcode == Opcodes.NEWARRAY ? 0 : 1);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    switch (opcode) {
      case Opcodes.ALOAD -> push(variable == 0);
      case Opcodes.ILOAD, Opcodes.FLOAD -> change(1);
      case Opcodes.LLOAD, Opcodes.DLOAD -> change(2);
      case Opcodes.LSTORE, Opcodes.DSTORE -> change(-2);
      default -> change(-1);
    }
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    switch (opcode) {
      case Opcodes.NEW -> push(false);
      case Opcodes.CHECKCAST -> change(0);
      default -> {
        pop();
        push(false);
      }
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    int size = Type.getType(descriptor).getSize();
    if (opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD) {
      change(opcode == Opcodes.PUTFIELD ? -size : 0);
      pop();
    }
    if (opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC) {
      change(size);
    } else if (opcode == Opcodes.PUTSTATIC) {
      change(-size);
    }
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    Type type = Type.getMethodType(descriptor);
    for (Type argument : type.getArgumentTypes()) {
      change(-argument.getSize());
    }
    boolean self = opcode != Opcodes.INVOKESTATIC && pop();
    if (self && opcode != Opcodes.INVOKESPECIAL && owners.contains(owner)) {
      calls.accept(name + descriptor);
    }
    change(type.getReturnType().getSize());
  }

  /** A method reference such as {@code this::find}; a lambda is a method of its own. */
  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    Type type = Type.getMethodType(descriptor);
    boolean self = false;
    for (Type argument : type.getArgumentTypes()) {
      for (int i = 0; i < argument.getSize(); i++) {
        self |= pop();
      }
    }
    for (Object argument : arguments) {
      if (self && argument instanceof Handle target && owners.contains(target.getOwner())) {
        calls.accept(target.getName() + target.getDesc());
      }
    }
    change(type.getReturnType().getSize());
  }

  @Override
  public void visitLdcInsn(Object value) {
    change(value instanceof Long || value instanceof Double ? 2 : 1);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    change(1 - dimensions);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    if (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE) {
      change(-2);
    } else if (opcode != Opcodes.GOTO) {
      change(-1);
    }
  }

  @Override
  public void visitLabel(Label label) {
    stack.clear();
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
    stack.clear();
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
    stack.clear();
  }
}
