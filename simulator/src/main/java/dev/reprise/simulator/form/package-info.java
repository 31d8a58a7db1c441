/**
 * Forms in which policies and experiments are written elsewhere: Java, properties, scenario files
 * and commands.
 *
 * <p>Parameters and results are never null. The classes have no state and are safe for use by
 * several threads.
 */
@NullMarked
package dev.reprise.simulator.form;

import org.jspecify.annotations.NullMarked;
