/**
 * A service that takes payments, and a client that pays: once each, through crashes of both ways.
 */
@NullMarked
package dev.reprise.examples.payments;

import org.jspecify.annotations.NullMarked;
