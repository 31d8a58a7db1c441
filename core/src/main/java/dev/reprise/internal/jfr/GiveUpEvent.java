package dev.reprise.internal.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

@Name("dev.reprise.GiveUp")
@Label("Give-Up")
@Description("A call that ended without success, after retries or none")
final class GiveUpEvent extends EndEvent {}
