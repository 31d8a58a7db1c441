package dev.reprise.verification.defects;

import java.util.List;

/** Defects that observers of calls find. */
final class ObserverDefects {

  private static final String FOLLOWS = "an_observer_follows_a_call_from_its_begin_to_its_end";

  static final List<DriverDefect> ALL =
      List.of(
          new DriverDefect(
              "observers",
              "a stage starts without the scope of its attempt",
              "internal/async/AsyncCall.java",
              "context().open(attempt)) { stage = form()",
              "context().open()) { stage = form()",
              FOLLOWS),
          new DriverDefect(
              "observers",
              "attempts without attempt information are not observed",
              "internal/async/AsyncCall.java",
              "form().shows() || context().isObserved();",
              "form().shows();",
              FOLLOWS),
          new DriverDefect(
              "observers",
              "attempts that block are not observed",
              "internal/context/ContextCapture.java",
              "try (CallContext.Scope scope = open(attempt)) {",
              "try (CallContext.Scope scope = open()) {",
              FOLLOWS),
          new DriverDefect(
              "observers",
              "a driven attempt does not begin for observers",
              "DrivenCall.java",
              "return context.open(Objects.requireNonNull(attempt, \"attempt\"));",
              "return context.open();",
              FOLLOWS),
          new DriverDefect(
              "observers",
              "the first attempt of a token is not observed",
              "RetryCall.java",
              "attempt = first.seen(); scope = context.open(attempt);",
              "attempt = first.seen(); scope = context.open();",
              FOLLOWS),
          new DriverDefect(
              "observers",
              "later attempts of a token are not observed",
              "RetryCall.java",
              "== home) { scope = context.open(attempt); }",
              "== home) { scope = context.open(); }",
              FOLLOWS),
          new DriverDefect(
              "observers",
              "a call of the token form is not observed",
              "Retry.java",
              "return new RetryCall(beginCall());",
              "return new RetryCall(calls());",
              FOLLOWS),
          new DriverDefect(
              "observers",
              "a driven call is not observed",
              "RetryDriver.java",
              "DrivenCall.starting(settings.beginCall());",
              "DrivenCall.starting(settings);",
              FOLLOWS),
          new DriverDefect(
              "observers",
              "observers receive no events",
              "internal/call/Listeners.java",
              "if (observed != null) { observed.on(event); }",
              "",
              FOLLOWS));

  private ObserverDefects() {}
}
