package dev.reprise.cli.dynamodb;

import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** The options that load, replay, fetch and export have in common. */
final class TransferOptions {

  @Mixin private TableOptions table = new TableOptions();
  @Mixin private SendOptions send = new SendOptions();

  /**
   * Checks the options.
   *
   * @throws ParameterException if a value is invalid
   */
  Transfer parse(CommandLine line) {
    return new Transfer(line, table.parse(line), send.parse(line));
  }
}
