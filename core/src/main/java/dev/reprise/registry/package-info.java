/** Retries by name, read from properties and reloadable at run time. */
@NullMarked
package dev.reprise.registry;

import org.jspecify.annotations.NullMarked;
