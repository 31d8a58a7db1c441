/** Retries by name, read from properties and changed while calls go on. */
@NullMarked
package dev.reprise.registry;

import org.jspecify.annotations.NullMarked;
