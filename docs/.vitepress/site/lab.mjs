// The Lab inside the site: the files that the module lab builds, with a way back.
import fs from 'node:fs';
import path from 'node:path';
import {ROOT} from './repository.mjs';

const MARK = '<div class="actions">';

export const BUILT = path.join(ROOT, 'lab/target/quick/classes/dev/reprise/lab/web');

/**
 * Copies the Lab.
 *
 * @param from the folder that the build of the module has filled
 * @param to the folder on the site
 */
export function copyLab(from, to) {
  for (const needed of ['index.html', 'engine.wasm', 'engine-script.js']) {
    if (!fs.existsSync(path.join(from, needed))) {
      throw new Error('the Lab in ' + from + ' has no ' + needed);
    }
  }
  fs.cpSync(from, to, {recursive: true});
  const page = path.join(to, 'index.html');
  const html = fs.readFileSync(page, 'utf8');
  if (!html.includes(MARK)) {
    throw new Error('the page of the Lab has no place for the link back to the site: ' + MARK);
  }
  fs.appendFileSync(path.join(to, 'style.css'), '\n/* The link back to the site. */\n.actions { align-items: center; }\n');
  fs.writeFileSync(page, html.replace(MARK, MARK + '\n      <a href="../index.html">Documentation</a>'));
}
