package dev.reprise.budget;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** {@link Tokens}: all operations are linearizable. */
@Param(name = "amount", gen = IntGen.class, conf = "1:3")
public class TokensModel {

  private final Tokens tokens = new Tokens(4);

  /** Half full, so that tokens can be both added and taken. */
  public TokensModel() {
    tokens.take(2);
  }

  @Operation
  public boolean tryTake(@Param(name = "amount") int amount) {
    return tokens.tryTake(amount);
  }

  @Operation
  public void take(@Param(name = "amount") int amount) {
    tokens.take(amount);
  }

  @Operation
  public void give(@Param(name = "amount") int amount) {
    tokens.give(amount);
  }

  @Operation
  public long available() {
    return tokens.available();
  }

  @Operation
  public boolean isFull() {
    return tokens.isFull();
  }
}
