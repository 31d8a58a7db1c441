/** The payments service: payments, exchange rates and the ledger. */
@NullMarked
package dev.reprise.examples.spring.payments;

import org.jspecify.annotations.NullMarked;
