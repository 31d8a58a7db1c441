/** Text that users write and read: what a text form got wrong, and foreign text made printable. */
@NullMarked
package dev.reprise.text;

import org.jspecify.annotations.NullMarked;
