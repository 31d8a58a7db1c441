package dev.reprise.internal.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

@Name("dev.reprise.BudgetRefusal")
@Label("Budget Refusal")
@Description("A retry or a hedge that the budget refused")
final class BudgetRefusalEvent extends CallEvent {

  @Label("Attempts")
  @Description("Attempts started before the refused one")
  int attempts;

  @Label("Hedge")
  @Description("True if a hedge was refused, and the call continues without it")
  boolean hedge;
}
